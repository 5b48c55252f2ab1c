// One client message as a curl command that sends the same head and body.
import type { Entry, Trace } from '../trace.ts';
import { bytesOf, textOf } from '../wire/frame.ts';

/** The command, or a line that says why there is none. */
export function toCurl(trace: Trace, entry: Entry): string {
  if (trace.transport === 'stdio')
    return '# stdio: the message goes to the standard input of the server, not over HTTP';
  if (entry.kind !== 'transfer' || entry.carrier !== 'request')
    return '# pick a message that the client sends: only those are HTTP requests';
  const text = textOf(entry.frame);
  const end = text.indexOf('\r\n\r\n');
  const [startLine = '', ...headers] = text.slice(0, end).split('\r\n');
  const [method, path] = startLine.split(' ');
  const host = headers.find((h) => /^host:/i.test(h))?.slice(6) ?? '';
  const kept = headers.filter((h) => !/^(host|content-length|connection):/i.test(h));
  const body = text.slice(end + 4);
  const parts = [
    `curl -N -X ${method} http://${host}${path}`,
    ...kept.map((h) => `-H ${quote(h)}`),
    ...(body === '' ? [] : [`--data-raw ${quote(body)}`]),
  ];
  return `${parts.join(' \\\n  ')}\n# ${bytesOf(entry.frame).length} bytes on the wire in the figure; curl adds headers of its own`;
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
