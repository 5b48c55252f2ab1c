// Addresses and their origins: what a browser compares, and what it writes into the Origin header.
import { readHost, type Host } from './host.ts';

/** The parts of an address that matter here. */
export interface Address {
  readonly scheme: string;
  readonly host: Host;
  /** Absent: the default of the scheme. */
  readonly port?: number;
  /** Path, query and fragment, as written. */
  readonly rest: string;
  /** It has a user name or a password. */
  readonly hasCredentials: boolean;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, ws: 80, wss: 443, ftp: 21 };

/** Reads an address with a scheme that has hosts. Undefined: another scheme, or no address; see `host.ts` for what is left out. */
export function readAddress(text: string): Address | undefined {
  // eslint-disable-next-line no-control-regex -- the standard strips these at both ends
  const trimmed = text.replace(/^[\x00-\x20]+|[\x00-\x20]+$/g, '').replace(/[\t\n\r]/g, '');
  const [, scheme = '', after = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(trimmed) ?? [];
  const name = scheme.toLowerCase();
  const defaultPort = DEFAULT_PORTS[name];
  if (defaultPort === undefined || !Object.hasOwn(DEFAULT_PORTS, name)) return undefined;
  const [, authority = '', rest = ''] = /^[/\\]*([^/\\?#]*)(.*)$/s.exec(after)!;
  const at = authority.lastIndexOf('@');
  const [, hostText = '', portText = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(authority.slice(at + 1)) ?? [];
  const host = readHost(hostText);
  const port = Number(portText || defaultPort);
  if (!host || port > 65_535) return undefined;
  return {
    scheme: name,
    host,
    ...(port !== defaultPort && { port }),
    rest,
    hasCredentials: at > 0 && authority.slice(0, at) !== ':',
  };
}

export type Origin =
  | { readonly kind: 'tuple'; readonly scheme: string; readonly host: string; readonly port?: number }
  /** Equal to itself only, and written `null`. */
  | { readonly kind: 'opaque' };

/** The origin of an address; a new opaque one where it has none, as a sandboxed frame, a file or `app://` has none. */
export function originOf(text: string): Origin {
  const inner = /^blob:(https?:.*)$/is.exec(text.trim())?.[1];
  const address = readAddress(inner ?? text);
  if (!address) return { kind: 'opaque' };
  const { scheme, host, port } = address;
  return { kind: 'tuple', scheme, host: host.text, ...(port !== undefined && { port }) };
}

/** As the Origin header has it: `https://acme.test:8443`, or `null`. */
export function originText(origin: Origin): string {
  if (origin.kind === 'opaque') return 'null';
  return `${origin.scheme}://${origin.host}${origin.port === undefined ? '' : `:${origin.port}`}`;
}

export function isSameOrigin(a: Origin, b: Origin): boolean {
  if (a.kind === 'opaque' || b.kind === 'opaque') return a === b;
  return a.scheme === b.scheme && a.host === b.host && a.port === b.port;
}

/** Same scheme, same registrable domain. */
export function isSameSite(a: Origin, b: Origin): boolean {
  if (a.kind === 'opaque' || b.kind === 'opaque') return a === b;
  return a.scheme === b.scheme && siteOf(a.host) === siteOf(b.host);
}

/** Names under which anybody may register one. Simplified: the public suffix list has thousands; any last label is one too. */
const PUBLIC_SUFFIXES = [
  'co.uk',
  'org.uk',
  'com.au',
  'co.jp',
  'github.io',
  'pages.dev',
  'vercel.app',
  'web.app',
] as const;

/** The registrable domain of a host, or the host itself where it has none: an IP address, localhost, a suffix. */
function siteOf(host: string): string {
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return host;
  const labels = host.replace(/\.$/, '').split('.');
  const suffix = PUBLIC_SUFFIXES.find((name) => host === name || host.endsWith(`.${name}`));
  const suffixLabels = suffix ? suffix.split('.').length : 1;
  return labels.length > suffixLabels ? labels.slice(-suffixLabels - 1).join('.') : host;
}

/** Whether what comes from there counts as secure: https, or this machine itself. */
export function isTrustworthy(origin: Origin): boolean {
  if (origin.kind === 'opaque') return false;
  const { scheme, host } = origin;
  if (scheme === 'https' || scheme === 'wss') return true;
  return /^127\.\d+\.\d+\.\d+$/.test(host) || host === '[::1]' || /(^|\.)localhost\.?$/.test(host);
}
