// The lines of an HTTP head as spans: start line, header names and values, line ends. Judges nothing.
import type { Span } from '../frame.ts';
import { factOfHeader, type HeadKind } from './header-facts.ts';
import { latin1Text } from './latin1.ts';

const [LINE_FEED, RETURN, SPACE, TAB, COLON] = [0x0a, 0x0d, 0x20, 0x09, 0x3a];

export function headSpans(head: Uint8Array): readonly Span[] {
  const spans: Span[] = [];
  const kind = kindOf(latin1Text(head));
  let hasStarted = false;
  for (let from = 0; from < head.length;) {
    const lineFeed = head.indexOf(LINE_FEED, from);
    const to = lineFeed < 0 ? head.length : lineFeed + 1;
    const end = head[lineFeed - 1] === RETURN && lineFeed > from ? lineFeed - 1 : lineFeed;
    if (end === from) spans.push({ layer: 'http', name: 'blank line', from, to });
    else if (hasStarted) spans.push(...lineSpans(head, from, end, to, kind));
    else {
      hasStarted = true;
      spans.push({
        layer: 'http',
        name: head[from] === 0x48 && head[from + 4] === 0x2f ? 'status line' : 'request line',
        from,
        to,
      });
    }
    from = to;
  }
  return spans;
}

/** A name with its colon and spaces, a value, the line end. A line without a colon is a name and nothing else. */
function lineSpans(
  head: Uint8Array,
  from: number,
  end: number,
  to: number,
  kind: HeadKind | undefined,
): readonly Span[] {
  const colon = head.subarray(from, end).indexOf(COLON);
  const nameEnd = colon < 0 ? end : from + colon;
  const isSpace = (at: number): boolean => head[at] === SPACE || head[at] === TAB;
  let valueFrom = colon < 0 ? end : nameEnd + 1;
  while (valueFrom < end && isSpace(valueFrom)) valueFrom++;
  let valueTo = end;
  while (valueTo > valueFrom && isSpace(valueTo - 1)) valueTo--;
  const fact = kind && factOfHeader(kind, latin1Text(head.subarray(from, nameEnd)));
  const of = fact === undefined ? {} : { of: fact };
  return [
    { layer: 'http', name: 'header name', from, to: valueFrom, ...of },
    { layer: 'http', name: 'header value', from: valueFrom, to: valueTo, ...of },
    { layer: 'http', name: 'header end', from: valueTo, to, ...of },
  ];
}

function kindOf(head: string): HeadKind | undefined {
  const start = head.trimStart();
  const verb = /^(?:POST|GET|DELETE)(?= )/.exec(start)?.[0];
  if (verb) return verb as HeadKind;
  if (!start.startsWith('HTTP/')) return undefined;
  const type = /^content-type:[ \t]*([^\s;]+)/im.exec(head)?.[1]?.toLowerCase();
  return type === 'application/json' ? 'json answer' : type === 'text/event-stream' ? 'event stream' : 'other answer';
}
