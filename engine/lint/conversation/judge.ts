// Which revision judges each message, exchange and line of one conversation. The order of what decides is in eras.ts.
import type { Headers } from '../../capture/formats/record.ts';
import type { Revision } from '../../protocol/revisions.ts';
import type { Party } from '../../trace.ts';
import { isModern, judge, judgeExchange, revisionNamed, type Known, type Parts } from '../eras.ts';
import { type Exchange, type Judged, type LintTransport, type Said } from '../model.ts';
import type { ScopeState } from './state.ts';

/** What carries something that has to be judged. */
interface Carrier {
  readonly from: Party;
  readonly scope: ScopeState;
  readonly exchange: Exchange | undefined;
}

export class Judge {
  readonly given: Revision | undefined;
  readonly #assumed: Revision | undefined;

  /** `given`: for all that does not show the other era. `assumed`: where nothing names a revision. */
  constructor(given: Revision | undefined, assumed: Revision | undefined) {
    this.given = given;
    this.#assumed = assumed;
  }

  /** A message; a response goes by its request. */
  message(said: Said, carrier: Carrier): Judged {
    const { request, result } = said;
    if (request && request.method !== 'initialize') return request;
    const named = request && revisionNamed(result?.['protocolVersion']);
    if (named === undefined || isModern(named)) return judge(said, this.#known(carrier));
    const isGiven = this.given !== undefined && !isModern(this.given);
    return isGiven
      ? { revision: this.given, because: 'it was given' }
      : { revision: named, because: 'initialize is answered with it' };
  }

  /** A text without messages. */
  text(carrier: Carrier): Judged {
    return judgeExchange(this.#known(carrier));
  }

  /** A line of a pipe that is no message. */
  line(scope: ScopeState): Judged {
    return judgeExchange(this.#knowing('stdio', scope.negotiated, undefined, scope.judged, undefined));
  }

  /** An HTTP request by its head. */
  head(headers: Headers | undefined, transport: LintTransport, negotiated: Revision | undefined): Judged {
    return judgeExchange(this.#knowing(transport, negotiated, headers, undefined, undefined));
  }

  /** An HTTP request by its head and what it carries, whatever was agreed on before. */
  request(headers: Headers, parts: Parts | undefined): Judged {
    const known = this.#knowing('http', undefined, headers, undefined, undefined);
    return parts ? judge(parts, known) : judgeExchange(known);
  }

  #known({ scope, exchange, from }: Carrier): Known {
    const isSeen = exchange !== undefined && exchange.purpose !== 'unseen';
    return this.#knowing(
      scope.transport,
      scope.negotiated,
      exchange?.requestHeaders,
      isSeen ? undefined : scope.judged,
      isSeen && from === 'server' ? exchange : undefined,
    );
  }

  #knowing(
    transport: LintTransport,
    negotiated: Revision | undefined,
    headers: Headers | undefined,
    before: Judged | undefined,
    exchange: Judged | undefined,
  ): Known {
    return { given: this.given, assumed: this.#assumed, transport, negotiated, before, headers, exchange };
  }
}
