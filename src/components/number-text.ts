// How the site writes numbers in prose. Knows nothing of what they count.

export const NUMBER_FORMS = [
  'count',
  'percent',
  'seconds',
  'milliseconds',
  'bytes',
  'kilobytes',
  'megabits',
  'words',
] as const;
export type NumberForm = (typeof NUMBER_FORMS)[number];

/** A space that keeps a number and its unit on one line. */
const TIE = '\u00a0';

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const WORDS = [
  'none',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** 2478 -> "2,478"; 0.4033 as percent -> "40 %"; 1480 as seconds -> "1.48 s" (the value is ms). */
export function numberText(value: number, form: NumberForm): string {
  switch (form) {
    case 'count':
      return grouped.format(value);
    case 'words':
      return WORDS[value] ?? grouped.format(value);
    case 'percent':
      return `${percent(value * 100)}${TIE}%`;
    case 'seconds':
      return `${(value / 1000).toFixed(2)}${TIE}s`;
    case 'milliseconds':
      return `${shortest(value)}${TIE}ms`;
    case 'bytes':
      return `${grouped.format(value)}${TIE}${value === 1 ? 'byte' : 'bytes'}`;
    case 'kilobytes':
      return `${shortest(value / 1000)}${TIE}kB`;
    case 'megabits':
      return `${shortest(value / 1_000_000)}${TIE}Mbit/s`;
  }
}

function percent(value: number): string {
  return value < 1 ? value.toPrecision(1) : value.toFixed(0);
}

/** Two or three figures, as many as the size needs. */
function shortest(value: number): string {
  if (value >= 100) return grouped.format(Math.round(value));
  return String(Number(value.toPrecision(value >= 10 ? 3 : 2)));
}
