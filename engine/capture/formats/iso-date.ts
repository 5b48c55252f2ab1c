// Dates as captures write them, as milliseconds: the engine compiles without the platform's Date.

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?\s*(Z|[+-]\d{2}:?\d{2})?$/;

/** The minute that was read last. What a capture shows is mostly in the same one, or in the next. */
let known = { minute: '', atMs: NaN };
/** How long a date is up to its minutes, and in the form that browsers write: 2026-07-28T10:00:00.000Z. */
const [MINUTE_LENGTH, USUAL_LENGTH] = [17, 24];

/** Milliseconds since 1970, or NaN. A date without a zone is taken for UTC. */
export function msOfIsoDate(text: string): number {
  if (text.length !== USUAL_LENGTH || text[19] !== '.' || text[23] !== 'Z') return msOfAnyDate(text);
  if (!text.startsWith(known.minute) || known.minute === '') {
    const minute = text.slice(0, MINUTE_LENGTH);
    const atMs = msOfAnyDate(`${minute}00.000Z`);
    if (Number.isNaN(atMs)) return msOfAnyDate(text);
    known = { minute, atMs };
  }
  return known.atMs + 1000 * digits(text, 17, 19) + digits(text, 20, 23);
}

/** The number that these characters are, or NaN. */
function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 0x30;
    number = digit >= 0 && digit <= 9 ? 10 * number + digit : NaN;
  }
  return number;
}

function msOfAnyDate(text: string): number {
  const match = ISO_DATE.exec(text.trim());
  if (!match) return NaN;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [, , , , , , , fraction = '0', zone = 'Z'] = match;
  const minutes = (daysSince1970(year, month, day) * 24 + hour) * 60 + minute - zoneMinutes(zone);
  return minutes * 60_000 + second * 1000 + Number(`0.${fraction}`) * 1000;
}

/** Years begin in March here, so that the day that comes and goes is the last one. */
function daysSince1970(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function zoneMinutes(zone: string): number {
  if (zone === 'Z') return 0;
  const digits = zone.replace(':', '');
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return digits.startsWith('-') ? -minutes : minutes;
}
