// Figure 4.1 but for its engine: samples, controls, steps and what each of them says.
import { formatCount, type SlowLine, type SlowLines, type SlowStep, type Values } from '#engine';
import { OWN, type FigureDeclaration } from '../kit/declaration.ts';
import { bytesWith, sampleOf, SAMPLES } from './samples.ts';

/** So much of a text is read; the rest stays in the field. UTF-16 code units. */
export const READ_CHARACTERS = 20_000;

function textOf({ sample, text }: Values): string {
  return sample === OWN ? String(text) : sampleOf(sample)!.text;
}

/** The bytes that the figure reads. */
export function bytesIn(values: Values): Uint8Array {
  return bytesWith(textOf(values).slice(0, READ_CHARACTERS), values['ends'], sampleOf(values['sample']));
}

export const about: Omit<FigureDeclaration<SlowLines, SlowStep>, 'lanes'> = {
  slug: 'line-parser',
  number: '4.1',
  chapter: 'stdio',
  title: 'Bytes in, lines out',
  question: () =>
    'The server prints one line that is no message. How many messages does the client lose: none, one, or all that follow?',
  summary:
    'The bytes of a pipe in slow motion: what is in the buffer, which newline ends a line, what each line is, and what the client then does.',
  instruments: ['Bytes'],
  parameters: [
    {
      kind: 'choice',
      name: 'sample',
      label: 'the server writes',
      default: 'print',
      options: [...SAMPLES.map(({ value, label }) => ({ value, label })), { value: OWN, label: 'your own' }],
      about: 'What the server writes to its standard output; own takes the text.',
    },
    {
      kind: 'choice',
      name: 'ends',
      label: 'lines end with',
      default: 'lf',
      options: [
        { value: 'lf', label: '\\n' },
        { value: 'crlf', label: '\\r\\n' },
      ],
      about: 'What stands at the end of each line: a newline, or a carriage return before it.',
    },
    {
      kind: 'text',
      name: 'text',
      label: 'Type or paste what a server writes to stdout',
      default: '',
      maxLinkLength: 1000,
      placeholder: '{"jsonrpc":"2.0", …',
      about: 'The text to read, where the sample is own.',
    },
    {
      kind: 'number',
      name: 'readBytes',
      label: 'one read',
      unit: 'bytes',
      default: 16,
      min: 1,
      max: 65_536,
      stops: [1, 2, 4, 8, 16, 32, 64, 256, 4096, 65_536],
      about: 'How many bytes the pipe hands over at once.',
    },
  ],
  exports: [],
  samples: { choice: 'sample', text: 'text', textOf },
  steps: ({ steps }) => steps,
  say: (step, made) => sentenceOf(step, made),
};

const bytes = (count: number): string => `${formatCount(count)} ${count === 1 ? 'byte' : 'bytes'}`;

function sentenceOf(step: SlowStep, { lines, byteLength, moreLines }: SlowLines): string {
  switch (step.kind) {
    case 'read': {
      const { from, to, cut } = step;
      const kept = to - bufferFrom(lines, from);
      const found = lines.filter((line) => line.end !== 'none' && line.to > from && line.to <= to).length;
      const what =
        to - from === 1 ? `Byte ${from + 1} comes in` : `Bytes ${formatCount(from + 1)} to ${formatCount(to)} come in`;
      if (cut)
        return `${what}. The last character has ${cut.hasBytes} of its ${cut.ofBytes} bytes: who turns reads into text, and not lines, breaks it here.`;
      if (found === 0) return `${what}: no newline yet, so the buffer holds ${bytes(kept)} and nothing is parsed.`;
      return `${what}, and with them ${found === 1 ? 'a newline' : `${found} newlines`}.`;
    }
    case 'line':
      return lineSentence(lines[step.index]!);
    case 'end': {
      const rest = lines.find((line) => line.end === 'none');
      const more = moreLines > 0 ? ` ${formatCount(moreLines)} more lines are not listed.` : '';
      if (rest) return `No more bytes come, and ${bytes(byteLength - rest.from)} have no newline. ${rest.then}${more}`;
      const good = lines.filter(({ verdict }) => verdict === 'message' || verdict === 'changed').length;
      return `All ${bytes(byteLength)} are read: ${lines.length} ${lines.length === 1 ? 'line' : 'lines'}, ${good} of them ${good === 1 ? 'a message' : 'messages'}. The buffer is empty.${more}`;
    }
  }
}

function lineSentence({ number, from, to, name, verdict, problem, then }: SlowLine): string {
  const where = problem
    ? `: ${whyOf(problem)}, at byte ${problem.byte + 1}, byte ${problem.byteOfLine + 1} of the line`
    : '';
  const what = verdict === 'message' ? `a message, ${name}` : name;
  return `Line ${number} is complete, ${bytes(to - from)} with its end: ${what}${where}. ${then}`;
}

/** What is wrong, beside the verdict that it is no JSON. */
export const whyOf = ({ text }: { readonly text: string }): string => text.replace(/^no JSON: /, '');

/** Where the buffer begins while the byte at `at` is the next to come. */
function bufferFrom(lines: readonly SlowLine[], at: number): number {
  return lines.findLast((line) => line.end !== 'none' && line.to <= at)?.to ?? 0;
}
