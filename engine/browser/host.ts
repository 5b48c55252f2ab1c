// The host of an address as the URL standard reads and writes it: names, IPv4 in all its spellings, IPv6.
// Simplified: names are ASCII, without percent signs; others are no host here.

export type Host =
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'ipv4'; readonly text: string; readonly parts: readonly number[] }
  | { readonly kind: 'ipv6'; readonly text: string; readonly parts: readonly number[] };

// eslint-disable-next-line no-control-regex -- the standard's forbidden domain code points
const FORBIDDEN = /[\x00-\x20#%/:<>?@[\\\]^|\x7f-\uffff]/;

export function readHost(text: string): Host | undefined {
  if (text.startsWith('[')) return text.endsWith(']') ? readIpv6(text.slice(1, -1)) : undefined;
  if (text === '' || FORBIDDEN.test(text)) return undefined;
  const name = text.toLowerCase();
  // What ends in a number is an IPv4 address, or nothing.
  const last = name.replace(/\.$/, '').split('.').at(-1)!;
  return /^(\d+|0x[\da-f]*)$/.test(last) ? readIpv4(name) : { kind: 'name', text: name };
}

/** One to four numbers, each decimal, octal or hexadecimal; the last fills what is left of the 32 bits. */
function readIpv4(text: string): Host | undefined {
  const numbers = text.replace(/\.$/, '').split('.').map(readNumber);
  const last = numbers.at(-1);
  if (numbers.length > 4 || last === undefined || numbers.includes(undefined)) return undefined;
  const leading = numbers.slice(0, -1) as number[];
  if (leading.some((number) => number > 255) || last >= 256 ** (5 - numbers.length)) return undefined;
  const value = leading.reduce((sum, number, i) => sum + number * 256 ** (3 - i), last);
  const parts = [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256);
  return { kind: 'ipv4', text: parts.join('.'), parts };
}

function readNumber(text: string): number | undefined {
  const [digits, base, allowed] = text.startsWith('0x')
    ? ([text.slice(2), 16, /^[\da-f]*$/] as const)
    : text.length > 1 && text.startsWith('0')
      ? ([text.slice(1), 8, /^[0-7]*$/] as const)
      : ([text, 10, /^\d+$/] as const);
  if (!allowed.test(digits)) return undefined;
  return digits === '' ? 0 : Number.parseInt(digits, base);
}

/** Eight groups, of which one row of zeros may be left out, and the last two may be an IPv4 address. */
function readIpv6(text: string): Host | undefined {
  const halves = text.toLowerCase().split('::');
  if (halves.length > 2) return undefined;
  const groups = halves.map((half, i) => groupsOf(half, i === halves.length - 1));
  const [front, back] = [groups[0], halves.length === 2 ? groups[1] : []];
  if (!front || !back) return undefined;
  const missing = 8 - front.length - back.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const parts = [...front, ...Array<number>(missing).fill(0), ...back];
  return { kind: 'ipv6', text: `[${ipv6Text(parts)}]`, parts };
}

function groupsOf(text: string, isLast: boolean): readonly number[] | undefined {
  if (text === '') return [];
  const words = text.split(':');
  const groups: number[] = [];
  for (const [i, word] of words.entries()) {
    if (isLast && i === words.length - 1 && word.includes('.')) {
      // Inside of IPv6 there is one spelling only.
      if (!/^(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])(\.(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}$/.test(word))
        return undefined;
      const [a, b, c, d] = word.split('.').map(Number) as [number, number, number, number];
      groups.push(a * 256 + b, c * 256 + d);
    } else if (/^[\da-f]{1,4}$/.test(word)) groups.push(Number.parseInt(word, 16));
    else return undefined;
  }
  return groups;
}

/** The first of the longest rows of at least two zeros is left out. */
function ipv6Text(parts: readonly number[]): string {
  let [best, bestLength] = [-1, 1];
  for (let from = 0; from < 8; from++) {
    let length = 0;
    while (parts[from + length] === 0) length++;
    if (length > bestLength) [best, bestLength] = [from, length];
  }
  const hex = (some: readonly number[]): string => some.map((part) => part.toString(16)).join(':');
  return best < 0 ? hex(parts) : `${hex(parts.slice(0, best))}::${hex(parts.slice(best + bestLength))}`;
}
