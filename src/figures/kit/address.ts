// A figure's state as text: in the page's address, in embed code, in a link. Knows no figure and no DOM.
import { readValues, writeValues, type Parameter, type Problem, type Values } from '#engine';

/** What the address holds besides parameters. */
const STEP = 'step';

/** Names that pages and embeds use for themselves. */
const NOT_OURS = new Set([STEP, 'theme']);

export interface AddressState {
  readonly values: Values;
  /** Absent: the finished picture. */
  readonly step: number | undefined;
  readonly problems: readonly Problem[];
}

/** Reads a figure's state from names and values, as an address or an attribute list has them. */
export function readState(parameters: readonly Parameter[], given: Readonly<Record<string, string>>): AddressState {
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => !NOT_OURS.has(name)));
  const { values, problems } = readValues(parameters, own);
  const text = given[STEP];
  if (text === undefined) return { values, step: undefined, problems };
  if (/^\d+$/.test(text)) return { values, step: Number(text), problems };
  const problem = { name: STEP, given: text, message: `step is "${text}"; allowed: whole numbers from 0` };
  return { values, step: undefined, problems: [...problems, problem] };
}

/** The query of a link to a state, with its question mark; empty for the default. */
export function writeQuery(parameters: readonly Parameter[], values: Values, step: number | undefined): string {
  const query = new URLSearchParams({
    ...writeValues(parameters, values),
    ...(step !== undefined && { [STEP]: String(step) }),
  });
  return query.size === 0 ? '' : `?${query}`;
}

/** The code that embeds a state in another page. `base` is the site's root, with its slash. */
export function embedCode(
  slug: string,
  base: string,
  parameters: readonly Parameter[],
  values: Values,
  step: number | undefined,
): string {
  const attributes = Object.entries({
    name: slug,
    ...writeValues(parameters, values),
    ...(step !== undefined && { [STEP]: String(step) }),
  });
  const tag = attributes
    .map(([name, value]) => ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`)
    .join('');
  return `<script src="${base}embed.js" async></script>\n<mcp-figure${tag}></mcp-figure>`;
}
