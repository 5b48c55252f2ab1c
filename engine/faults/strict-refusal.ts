// What a strict server says to a request that a fault has touched. Knows the server that answers any bytes, and no fault.
import { answer } from '../answer/answer.ts';
import type { SituationId } from '../answer/situations.ts';
import { strictServer, type StrictTool } from '../answer/strict-server.ts';
import { mechanic } from '../protocol/mechanics.ts';
import { kindOf, type Message, type Request } from '../protocol/messages.ts';
import { REGION_TOOLS } from '../scenarios/acme-search.ts';
import type { Draft, Refusal } from '../sim/world.ts';
import type { Transfer } from '../trace.ts';
import { bytesOf } from '../wire/frame.ts';
import type { Rig } from './rig.ts';

/** The refusal of a request, if what a strict server finds first in it is one of the situations that are expected. */
export function strictRefusal(
  { frame, from, index }: Transfer,
  expected: readonly SituationId[],
  { world, exchanges, inFlight }: Rig,
): Refusal | undefined {
  if (expected.length === 0 || from !== 'client') return undefined;
  const { revision, transport, sessionId } = world;
  const earlier = exchanges.transfers.filter((t) => t.index < index).flatMap(requestId);
  const takenIds =
    mechanic('idIsTaken', revision).value === 'in-session' ? earlier : earlier.filter((id) => inFlight.has(id));
  const { status, body, because } = answer(
    bytesOf(frame),
    strictServer({
      revision,
      transport,
      takenIds,
      givesSessions: sessionId !== undefined,
      sessionIds: sessionId === undefined ? [] : [sessionId],
      // The search with all the arguments that it ever has.
      tools: REGION_TOOLS['tools'] as unknown as readonly StrictTool[],
    }),
  );
  const [first] = because;
  if (!first || !expected.includes(first.rule)) return undefined;
  const message = Array.isArray(body) ? undefined : (body as Message | undefined);
  return { status: status ?? 400, ...(message && { message }) };
}

const requestId = ({ from, message }: Draft<Transfer>) =>
  from === 'client' && message && kindOf(message) === 'request' ? [(message as Request).id] : [];
