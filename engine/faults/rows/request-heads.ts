// Heads of a client's requests over HTTP: a header is missing, or says something else. A strict server says what then.
import type { SituationId } from '../../answer/situations.ts';
import { kindOf } from '../../protocol/messages.ts';
import type { Parameter, Values } from '../../parameters.ts';
import { challengeIn } from '../../protocol/session.ts';
import type { Validity } from '../../protocol/revisions.ts';
import type { Draft } from '../../sim/world.ts';
import type { Transfer } from '../../trace.ts';
import type { Frame } from '../../wire/frame.ts';
import { nthTime, type FaultRow, type Firing } from '../fault.ts';
import { textOfHeaderValue } from '../../wire/header-value.ts';
import { headerIn, withHeaderValue, withMoreHeaders, withoutHeader } from '../frames.ts';
import { nth, oneOf } from '../row-parameters.ts';

interface Head extends Validity {
  readonly slug: string;
  readonly title: string;
  readonly about: string;
  readonly parameters?: readonly Parameter[];
  readonly fires: readonly Firing[];
  readonly consequences?: readonly string[];
  readonly pains: readonly number[];
  readonly refusedAs: readonly SituationId[];
  /** The frame as it is sent; nothing where there is nothing to change. */
  readonly change: (frame: Frame, values: Values) => Frame | undefined;
  /** Which requests can be hit; all with a message, if absent. */
  readonly hits?: (transfer: Draft<Transfer>) => boolean;
}

const isRequest = ({ message }: Draft<Transfer>): boolean => message !== undefined && kindOf(message) === 'request';

const HEADS: readonly Head[] = [
  {
    slug: 'accept',
    title: 'Accept does not take both',
    about: 'The client does not say that it takes JSON and event streams.',
    parameters: [
      oneOf(
        'value',
        'Accept',
        ['application/json', 'text/event-stream', 'any', 'missing'],
        'What Accept says instead; "any" is */*.',
      ),
    ],
    fires: [{ rule: 'http.accept-both' }],
    pains: [2],
    refusedAs: ['accept-incomplete'],
    change: (frame, { value }) =>
      value === 'missing'
        ? withoutHeader(frame, 'Accept')
        : withHeaderValue(frame, 'Accept', value === 'any' ? '*/*' : String(value)),
  },
  {
    slug: 'no-content-type',
    title: 'Content-Type is missing',
    about: 'The client does not say that the body is JSON.',
    fires: [],
    pains: [],
    refusedAs: ['content-type-other'],
    change: (frame) => withoutHeader(frame, 'Content-Type'),
  },
  {
    slug: 'no-version-header',
    title: 'MCP-Protocol-Version is missing',
    about: 'The client does not say in the head which revision it speaks.',
    since: '2025-06-18',
    fires: [
      { rule: 'version.header-missing', until: '2025-11-25' },
      { rule: 'version.header-required', since: '2026-07-28' },
    ],
    pains: [18],
    refusedAs: ['version-header-missing'],
    change: (frame) => withoutHeader(frame, 'MCP-Protocol-Version'),
  },
  {
    slug: 'wrong-version-header',
    title: 'MCP-Protocol-Version names another revision',
    about: 'The head names a revision that does not exist.',
    since: '2025-06-18',
    fires: [
      { rule: 'version.header-value', until: '2025-11-25' },
      { rule: 'version.header-body', since: '2026-07-28' },
    ],
    pains: [18],
    refusedAs: ['version-header-unknown', 'version-header-differs', 'version-not-spoken'],
    change: (frame) => withHeaderValue(frame, 'MCP-Protocol-Version', '2025-01-01'),
  },
  {
    slug: 'no-session-header',
    title: 'Mcp-Session-Id is missing',
    about: 'The client leaves out the session id that it was given.',
    since: '2025-03-26',
    until: '2025-11-25',
    fires: [{ rule: 'session.id-missing' }],
    consequences: ['init.initialized', 'init.early-server'],
    pains: [1, 9],
    refusedAs: ['session-missing'],
    change: (frame) => withoutHeader(frame, 'Mcp-Session-Id'),
  },
  {
    slug: 'no-method-header',
    title: 'Mcp-Method is missing',
    about: 'The client does not repeat the method in the head.',
    since: '2026-07-28',
    fires: [{ rule: 'hdr.method' }],
    pains: [8],
    refusedAs: ['method-header-missing'],
    change: (frame) => withoutHeader(frame, 'Mcp-Method'),
    hits: isRequest,
  },
  {
    slug: 'wrong-method-header',
    title: 'Mcp-Method is unlike the body',
    about: 'The head names another method than the body.',
    since: '2026-07-28',
    fires: [{ rule: 'hdr.method' }],
    pains: [8],
    refusedAs: ['method-header-differs'],
    change: (frame) => withHeaderValue(frame, 'Mcp-Method', 'tools/Call'),
    hits: isRequest,
  },
  {
    slug: 'no-name-header',
    title: 'Mcp-Name is missing',
    about: 'The client does not repeat in the head what the call is about.',
    since: '2026-07-28',
    fires: [{ rule: 'hdr.name' }],
    pains: [8],
    refusedAs: ['name-header-missing'],
    change: (frame) => withoutHeader(frame, 'Mcp-Name'),
  },
  {
    slug: 'wrong-name-header',
    title: 'Mcp-Name is unlike the body',
    about: 'The head names another tool than the body: a gateway routes by the one, the server runs the other.',
    since: '2026-07-28',
    fires: [{ rule: 'hdr.name' }],
    pains: [8],
    refusedAs: ['name-header-differs'],
    change: (frame) =>
      withHeaderValue(frame, 'Mcp-Name', 'open_doc') ?? withHeaderValue(frame, 'Mcp-Name', 'docs_search'),
  },
  {
    slug: 'no-param-header',
    title: 'Mcp-Param is missing',
    about: 'The client does not repeat in the head an argument that the tool wants there.',
    since: '2026-07-28',
    fires: [{ rule: 'hdr.param-missing' }],
    pains: [8, 9],
    refusedAs: ['param-header-missing'],
    change: (frame) => withoutHeader(frame, 'Mcp-Param-Region'),
  },
  {
    slug: 'wrong-param-header',
    title: 'Mcp-Param is unlike the body',
    about: 'The head has another argument than the body.',
    since: '2026-07-28',
    fires: [{ rule: 'hdr.param-value' }],
    pains: [8],
    refusedAs: ['param-header-differs'],
    change: (frame) => withHeaderValue(frame, 'Mcp-Param-Region', 'us-west'),
  },
  {
    slug: 'raw-header',
    title: 'A header with bare UTF-8',
    about: 'The client writes text beyond ASCII, or with outer spaces, into a header as it is, and not as Base64.',
    since: '2026-07-28',
    fires: [{ rule: 'hdr.encode' }],
    pains: [8],
    refusedAs: ['mirror-unreadable'],
    change: (frame) => unencoded(frame, 'Mcp-Param-Region') ?? unencoded(frame, 'Mcp-Name'),
  },
  {
    slug: 'last-event-id',
    title: 'A client that wants to resume',
    about: 'The client names the last event that it has seen, in a revision that cannot resume.',
    since: '2026-07-28',
    fires: [{ rule: 'http.last-event-id' }],
    pains: [11],
    refusedAs: [],
    change: (frame) => withMoreHeaders(frame, [{ name: 'Last-Event-ID', value: '7-2' }]),
    hits: isRequest,
  },
];

/** The frame with the text that a header has encoded; nothing where it is sent as it is, or would still look encoded. */
function unencoded(frame: Frame, name: string): Frame | undefined {
  const read = textOfHeaderValue(headerIn(frame, name) ?? '');
  return 'problem' in read || read.text.startsWith('=?') ? undefined : withHeaderValue(frame, name, read.text);
}

/** A server that only programs of its own machine should reach. */
const LOCAL_HOST = 'localhost:3000';

const headFault = ({ change, refusedAs, hits, parameters = [], consequences = [], ...row }: Head): FaultRow => ({
  ...row,
  parameters: [nth, ...parameters],
  transports: ['streamable-http'],
  party: 'client',
  consequences,
  make: (values) => {
    const isWanted = nthTime(values['nth']);
    return {
      refusedAs,
      writes(transfer) {
        if (transfer.carrier !== 'request' || !(transfer.message ?? transfer.batch) || hits?.(transfer) === false)
          return undefined;
        const changed = change(transfer.frame, values);
        if (!changed || !isWanted()) return undefined;
        transfer.frame = changed;
        return 'touched';
      },
    };
  },
});

export const REQUEST_HEAD_FAULTS: readonly FaultRow[] = [
  ...HEADS.map(headFault),
  {
    slug: 'no-authorization',
    title: 'The token is left out',
    about: 'A client that has a token does not show it with one of its requests.',
    parameters: [nth],
    transports: ['streamable-http'],
    since: '2025-03-26',
    party: 'client',
    fires: [{ rule: 'auth.every-request' }],
    consequences: [],
    pains: [17],
    make: ({ nth: wanted }) => {
      const isWanted = nthTime(wanted);
      const bare = new Set<object>();
      return {
        writes(transfer) {
          const without = transfer.carrier === 'request' && withoutHeader(transfer.frame, 'Authorization');
          if (!without || !isWanted()) return undefined;
          transfer.frame = without;
          bare.add(transfer);
          return 'touched';
        },
        objects: (request, refusal, { world }) =>
          bare.has(request) ? { status: 401, challenge: challengeIn(world.revision) } : refusal,
      };
    },
  },
  {
    slug: 'foreign-origin',
    title: 'A page from elsewhere',
    about:
      'The client is a page of some website, in a browser on the machine where the server runs; the server does not look at Origin and serves it.',
    parameters: [],
    transports: ['streamable-http'],
    since: '2025-03-26',
    party: 'server',
    fires: [
      { rule: 'http.origin-unvalidated', until: '2025-06-18' },
      { rule: 'http.origin-403', since: '2025-11-25' },
    ],
    consequences: ['cors.origin'],
    pains: [10],
    make: () => ({
      writes(transfer) {
        if (transfer.carrier !== 'request') return undefined;
        const local = withHeaderValue(transfer.frame, 'Host', LOCAL_HOST) ?? transfer.frame;
        transfer.frame = withMoreHeaders(local, [{ name: 'Origin', value: 'https://evil.example' }]);
        return 'touched';
      },
    }),
  },
];
