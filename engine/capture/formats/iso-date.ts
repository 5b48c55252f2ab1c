// Dates as captures write them, as milliseconds: the engine compiles without the platform's Date.

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?\s*(Z|[+-]\d{2}:?\d{2})?$/;

/** Milliseconds since 1970, or NaN. A date without a zone is taken for UTC. */
export function msOfIsoDate(text: string): number {
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
