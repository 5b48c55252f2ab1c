// Faults as text for links and the shell: `cut:after=2,stray-print:line=3`.
import { InputError, writeValues } from '../parameters.ts';
import type { Fault } from './fault.ts';
import { faultOf, valuesOf } from './table.ts';

/**
 * Reads faults; nothing gives none. All values are there, those that are not given with their default.
 * @throws InputError in one line that says what is allowed.
 */
export function parseFaults(text: string): readonly Fault[] {
  return text.trim() === '' ? [] : text.split(',').map((part) => parseFault(part.trim()));
}

function parseFault(text: string): Fault {
  const [fault = '', ...pairs] = text.split(':');
  const { parameters } = faultOf(fault);
  const names = parameters.map((p) => p.name).join(', ') || 'it has none';
  const given = pairs.map((pair): readonly [string, string] => {
    const at = pair.indexOf('=');
    if (at < 0) throw new InputError(`${fault} takes name=value, not "${pair}"; names: ${names}`);
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
  return { fault, values: valuesOf({ fault, values: Object.fromEntries(given) }) };
}

/** The shortest text that `parseFaults` reads as the same faults. */
export function faultText(faults: readonly Fault[]): string {
  return faults
    .map((fault) => {
      const changed = writeValues(faultOf(fault.fault).parameters, valuesOf(fault));
      return [fault.fault, ...Object.entries(changed).map(([name, value]) => `${name}=${value}`)].join(':');
    })
    .join(',');
}
