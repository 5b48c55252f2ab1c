// How public an IP address is, after the table of Local Network Access, and whether a page may reach it.
import { readHost, type Host } from './host.ts';
import { isSameOrigin, isTrustworthy, type Origin } from './origin.ts';
import type { StandardId } from './standards.ts';

/** Each is less public than the next. */
export const ADDRESS_SPACES = ['loopback', 'local', 'public'] as const;
export type AddressSpace = (typeof ADDRESS_SPACES)[number];

interface Block {
  readonly block: string;
  readonly space: AddressSpace;
}

/** First match; the more special block stands before the one that it is part of. */
export const ADDRESS_BLOCKS: readonly Block[] = [
  { block: '127.0.0.0/8', space: 'loopback' },
  { block: '10.0.0.0/8', space: 'local' },
  { block: '100.64.0.0/10', space: 'local' },
  { block: '172.16.0.0/12', space: 'local' },
  { block: '192.168.0.0/16', space: 'local' },
  { block: '198.18.0.0/15', space: 'loopback' },
  { block: '169.254.0.0/16', space: 'local' },
  { block: '[::1]/128', space: 'loopback' },
  { block: '[fc00::]/7', space: 'local' },
  { block: '[fe80::]/10', space: 'local' },
  { block: '[fec0::]/10', space: 'local' },
  { block: '0.0.0.0/32', space: 'loopback' },
  { block: '0.0.0.0/8', space: 'local' },
  { block: '[::]/128', space: 'loopback' },
  { block: '[2001:db8::]/32', space: 'local' },
  { block: '[3fff::]/20', space: 'local' },
];

/** The space of an IP address, IPv6 in brackets; an IPv4 address inside of IPv6 counts as itself. Undefined: no IP address. */
export function addressSpaceOf(ip: string): AddressSpace | undefined {
  const host = readHost(ip);
  if (!host || host.kind === 'name') return undefined;
  const bits = bitsOf(embedded(host) ?? host);
  return ADDRESS_BLOCKS.find(({ block }) => isIn(bits, block))?.space ?? 'public';
}

function embedded({ kind, parts }: Exclude<Host, { kind: 'name' }>): Host | undefined {
  if (kind !== 'ipv6' || parts.slice(0, 6).join() !== '0,0,0,0,0,65535') return undefined;
  const [high, low] = parts.slice(6) as [number, number];
  return readHost([high >> 8, high & 255, low >> 8, low & 255].join('.'));
}

/** The address as zeros and ones; their number tells IPv4 from IPv6. */
function bitsOf(host: Host): string {
  if (host.kind === 'name') return '';
  const width = host.kind === 'ipv4' ? 8 : 16;
  return host.parts.map((part) => part.toString(2).padStart(width, '0')).join('');
}

function isIn(bits: string, block: string): boolean {
  const [address, length] = block.split('/') as [string, string];
  const wanted = bitsOf(readHost(address)!);
  return wanted.length === bits.length && bits.startsWith(wanted.slice(0, Number(length)));
}

/** What a browser does before a page reaches an address that is less public than its own; `absent`: it does nothing. */
export type LocalNetworkAccess = 'absent' | 'denied' | 'granted';

export interface LocalVerdict {
  readonly isAllowed: boolean;
  readonly rule: StandardId;
}

/** Whether a page that came from one address space may connect to another, when its name has just led there. */
export function localNetworkCheck(
  access: LocalNetworkAccess,
  page: { readonly origin: Origin; readonly space: AddressSpace },
  target: { readonly origin: Origin; readonly space: AddressSpace },
): LocalVerdict {
  const isLessPublic = ADDRESS_SPACES.indexOf(target.space) < ADDRESS_SPACES.indexOf(page.space);
  if (access === 'absent' || !isLessPublic) return { isAllowed: true, rule: 'local.spaces' };
  // A secure name was proven by a certificate, wherever it leads now.
  if (isTrustworthy(page.origin) && isSameOrigin(page.origin, target.origin))
    return { isAllowed: true, rule: 'local.same-origin' };
  if (!isTrustworthy(page.origin)) return { isAllowed: false, rule: 'local.secure-context' };
  return { isAllowed: access === 'granted', rule: 'local.permission' };
}
