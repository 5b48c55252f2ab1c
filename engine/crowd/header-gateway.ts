// A gateway that decides by headers in front of a server that runs the body: which tool the one believes to let through,
// and which the other runs (2026-07-28). Knows names and versions, no bytes.
import type { FactId } from '../protocol/facts.ts';
import { REVISIONS, type Revision } from '../protocol/revisions.ts';
import { textOfHeaderValue } from '../wire/header-value.ts';

export type GatewayId = 'header-as-is' | 'header' | 'header-and-version' | 'header-and-body' | 'body';

export interface Gateway {
  readonly id: GatewayId;
  readonly label: string;
  readonly reads: 'header' | 'body';
  /** Knows that a name may stand in the header as Base64. */
  readonly decodes: boolean;
  /** Lets nobody through whose version header is missing, or older than the rule that headers repeat the body. */
  readonly wantsVersion: boolean;
  /** Reads the body too, and refuses what does not agree. */
  readonly compares: boolean;
  readonly fact: FactId;
}

const NAME = 'http.mcp-name';

// prettier-ignore
export const GATEWAYS: readonly Gateway[] = [
  { id: 'header-as-is', label: 'Mcp-Name as it stands', reads: 'header', decodes: false, wantsVersion: false, compares: false, fact: NAME },
  { id: 'header', label: 'Mcp-Name, decoded', reads: 'header', decodes: true, wantsVersion: false, compares: false, fact: 'http.mcp-name-encoding' },
  { id: 'header-and-version', label: 'Mcp-Name, of new versions only', reads: 'header', decodes: true, wantsVersion: true, compares: false, fact: 'http.gateway-version' },
  { id: 'header-and-body', label: 'Mcp-Name, compared with the body', reads: 'header', decodes: true, wantsVersion: true, compares: true, fact: 'http.header-mismatch' },
  { id: 'body', label: 'the body', reads: 'body', decodes: false, wantsVersion: false, compares: false, fact: NAME },
];

export type GatedServerId = 'modern' | 'dual' | 'lax';

export interface GatedServer {
  readonly id: GatedServerId;
  readonly label: string;
  /** Serves requests without a version header, or with one before 2026-07-28. */
  readonly servesLegacy: boolean;
  /** Compares the headers of a modern request with its body. */
  readonly compares: boolean;
  readonly fact: FactId;
}

export const GATED_SERVERS: readonly GatedServer[] = [
  { id: 'modern', label: '2026-07-28 only', servesLegacy: false, compares: true, fact: 'http.header-mismatch' },
  { id: 'dual', label: 'both eras', servesLegacy: true, compares: true, fact: 'http.header-mismatch' },
  { id: 'lax', label: 'does not compare', servesLegacy: true, compares: false, fact: 'http.header-mismatch' },
];

/** A `tools/call` as it reaches the gateway; absent: that header is missing. */
export interface GatedCall {
  readonly versionHeader?: string;
  readonly nameHeader?: string;
  /** `params.name`. */
  readonly name: string;
}

export interface Gated {
  /** The tool that the gateway decides about; absent: it sees none. */
  readonly believed?: string;
  /** The tool that the server runs; absent: it gets nothing, or refuses. */
  readonly ran?: string;
  /**
   * `as-decided`: what ran is what was let through. `went-around`: something else ran. `denied`: the gateway does not
   * allow the tool that it sees. `refused-by-...`: headers are missing, too old, or unlike the body.
   */
  readonly verdict: 'as-decided' | 'went-around' | 'denied' | 'refused-by-gateway' | 'refused-by-server';
  /** Of the answer, where the two sides say so: 400 and −32020. */
  readonly status?: number;
  readonly code?: number;
}

/** The first revision in which headers have to say what the body says. */
const COMPARED_SINCE: Revision = REVISIONS.at(-1)!;

/** Sends a call through a gateway that allows some tools. A call whose tool it does not see is not allowed. */
export function throughGateway(
  call: GatedCall,
  gateway: Gateway,
  server: GatedServer,
  allowed: ReadonlySet<string>,
): Gated {
  const { versionHeader, nameHeader, name } = call;
  const isModern = versionHeader !== undefined && versionHeader >= COMPARED_SINCE;
  const decoded = nameHeader === undefined ? undefined : textOf(nameHeader);
  const believed = gateway.reads === 'body' ? name : gateway.decodes ? decoded : nameHeader;
  const seen = believed === undefined ? {} : { believed };
  if ((gateway.wantsVersion && !isModern) || (gateway.compares && decoded !== name))
    return { ...seen, verdict: 'refused-by-gateway', status: 400 };
  if (believed === undefined || !allowed.has(believed)) return { ...seen, verdict: 'denied', status: 403 };
  if (!isModern && !server.servesLegacy)
    return { ...seen, verdict: 'refused-by-server', status: 400, code: versionHeader === undefined ? -32020 : -32022 };
  if (isModern && server.compares && decoded !== name)
    return { ...seen, verdict: 'refused-by-server', status: 400, code: -32020 };
  return { ...seen, ran: name, verdict: believed === name ? 'as-decided' : 'went-around', status: 200 };
}

function textOf(headerValue: string): string | undefined {
  const read = textOfHeaderValue(headerValue);
  return 'text' in read ? read.text : undefined;
}
