// What the broken stream costs both ways, now and for every other place of the break: the numbers of figure 8.1.
import {
  closedForm,
  outcomeOf,
  recover,
  sizesOf,
  type Outcome,
  type Recovery,
  type Sizes,
  type Trace,
  type Values,
} from '#engine';

export interface Comparison {
  readonly resume: Outcome;
  readonly resend: Outcome;
  /** How much later the client that sends again is done, ms. */
  readonly differenceMs: number;
}

export function compare([resume, resend]: readonly Trace[]): Comparison {
  const outcomes = { resume: outcomeOf(resume!), resend: outcomeOf(resend!) };
  return { ...outcomes, differenceMs: outcomes.resend.finishedAtMs - outcomes.resume.finishedAtMs };
}

/** One point of a curve: the break after event k. */
export interface CurvePoint {
  readonly k: number;
  readonly differenceMs: number;
  readonly wastedMs: number;
}

/** At most so many k, the first and the last among them. */
function placesOf(n: number, most: number): readonly number[] {
  const steps = Math.min(n, most - 1);
  return Array.from({ length: steps + 1 }, (_, i) => Math.round((i * n) / steps));
}

/** The curve by formula. The traces are those of the present values; their frames give the sizes. */
export function formulaCurve(values: Values, [resume, resend]: readonly Trace[]): readonly CurvePoint[] {
  const sizes = values['rateBps'] === Infinity ? NO_SIZES : { resume: sizesOf(resume!), resend: fullSizesOf(resend!) };
  return placesOf(Number(values['n']), 25).map((k) => {
    const form = (recovery: Recovery) => closedForm(recovery, { ...values, k }, sizes[recovery]);
    const [a, b] = [form('resume'), form('resend')];
    return { k, differenceMs: b.finishedAtMs - a.finishedAtMs, wastedMs: b.wastedMs };
  });
}

const NONE: Sizes = { request: 0, again: 0, head: 0, priming: 0, events: [], eventsAgain: [] };
/** Where sending takes no time, sizes do not matter. */
const NO_SIZES = { resume: NONE, resend: NONE };

/** A call that is sent again has sent its first events only up to the break; under the new id they are as long. */
function fullSizesOf(resend: Trace): Sizes {
  const sizes = sizesOf(resend);
  return { ...sizes, events: sizes.eventsAgain };
}

/** Where the same is simulated: fewer places, each of two whole runs. */
export const simulatedPlaces = ({ n }: Values): readonly number[] => placesOf(Number(n), 11);

export function simulatedPoint(values: Values, k: number): CurvePoint {
  const { resend, differenceMs } = compare([recover('resume', { ...values, k }), recover('resend', { ...values, k })]);
  return { k, differenceMs, wastedMs: resend.wastedMs };
}
