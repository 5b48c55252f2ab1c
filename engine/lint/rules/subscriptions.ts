// Rules of subscriptions (2026-07-28): the acknowledgement, the id on everything, and nothing that was not asked for.
import type { Rule } from '../rule.ts';
import { Subscriptions, type SubscriptionRule } from '../subscriptions.ts';
import { sayJson } from '../say.ts';

const modern = { since: '2026-07-28', party: 'server' } as const;
const must = { ...modern, severity: 'error', level: 'MUST' } as const;
const mustNot = { ...modern, severity: 'error', level: 'MUST NOT' } as const;

function fromSubscriptions(rule: SubscriptionRule): Pick<Rule<Subscriptions>, 'id' | 'from' | 'remember' | 'hooks'> {
  return {
    id: rule,
    from: 'server',
    remember: (share) => share(Subscriptions),
    hooks: {
      message: (_said, { fault }) => (fault?.rule === rule ? fault : undefined),
    },
  };
}

export const SUBSCRIPTIONS: readonly Rule[] = [
  {
    ...must,
    ...fromSubscriptions('sub.ack-first'),
    checks: 'Whether the acknowledgement is the first message of a subscription.',
    fix: 'Deliver to a subscription only after its acknowledgement has been written.',
    fact: 'listen.acknowledge',
  },
  {
    ...must,
    ...fromSubscriptions('sub.id-missing'),
    checks: 'Whether all that comes for a subscription names it.',
    fix: 'Put io.modelcontextprotocol/subscriptionId into the _meta of each such message.',
    fact: 'listen.subscription-id',
  },
  {
    ...must,
    ...fromSubscriptions('sub.id-value'),
    checks: 'Whether a subscription is named by the id of its listen request, of the same JSON type.',
    fix: 'Copy the id of the listen request as the JSON value that it was.',
    fact: 'listen.subscription-id',
  },
  {
    ...mustNot,
    ...fromSubscriptions('sub.not-opted-in'),
    checks: 'Whether changes are sent that no subscription asks for.',
    fix: 'Send a change only to the subscriptions whose filter names it.',
    fact: 'listen.only-wishes',
  },
  {
    ...modern,
    ...fromSubscriptions('sub.ack-superset'),
    severity: 'warning',
    level: 'fact',
    checks: 'Whether the acknowledgement grants more than was asked for.',
    fix: 'Acknowledge the part of the filter that is served, and nothing beside it.',
    fact: 'listen.granted',
  },
  {
    ...mustNot,
    ...fromSubscriptions('sub.request-scoped'),
    checks: 'Whether progress or log messages come for a subscription.',
    fix: 'Send progress and log messages on the stream of the request that they belong to.',
    fact: 'listen.no-progress',
  },
  {
    ...modern,
    id: 'sub.graceful-end',
    transports: ['http'],
    severity: 'warning',
    level: 'SHOULD',
    checks: 'Whether a server that ends a subscription answers the listen request.',
    fix: 'Send the result {resultType: "complete"} with the subscription id to the listen id, then close.',
    fact: 'listen.end',
    hooks: {
      ended: ({ stream, closed, purpose, asked }) => {
        const listen = asked?.messages.find(({ method }) => method === 'subscriptions/listen');
        return purpose === 'post' && listen && stream && closed!.by === 'server' && stream.unanswered > 0
          ? {
              place: closed!.place,
              message: `The server closes the subscription ${sayJson(listen.id)} without a result.`,
            }
          : undefined;
      },
    },
  },
  {
    ...mustNot,
    ...fromSubscriptions('cancel.server-other'),
    checks: 'Whether the server cancels something that is no subscription.',
    fix: 'Answer a request that is given up with an error; cancel nothing but subscriptions.',
    fact: 'cancel.only-listen',
  },
];
