// Where in a request a named place stands: a header's line, a member of the body, the first line. Judges nothing.

/** The stretch of text that `at` names, if it is there. */
export function lineThat(text: string, at: string): { readonly from: number; readonly to: number } | undefined {
  if (at === '') return undefined;
  if (at === 'method' || at === 'path') return firstLine(text);
  const header = new RegExp(`^${at.replace(/[^\w-]/g, '\\$&')}:[^\\n]*`, 'im').exec(text);
  if (header && /^[\w-]+$/.test(at)) return { from: header.index, to: header.index + header[0].length };
  const bodyFrom = /\n\s*\n/.exec(text)?.index ?? text.length;
  const name = /(\w+)$/.exec(at)?.[1];
  const member = name === undefined ? -1 : text.indexOf(`"${name}"`, bodyFrom);
  if (member >= 0 && /^(body|params|line)/.test(at)) return { from: member, to: member + name!.length + 2 };
  return undefined;
}

function firstLine(text: string): { readonly from: number; readonly to: number } {
  const end = text.indexOf('\n');
  return { from: 0, to: end < 0 ? text.length : end };
}
