// Rules of results that ask for input, and of the requests that bring it (2026-07-28).
import { isMembers, memberOf, type Members, type Said } from '../model.ts';
import { capabilitiesOf } from '../request-meta.ts';
import type { Hit, Rule } from '../rule.ts';
import { sayJson, saySaid } from '../say.ts';
import { serverOf } from '../server-era.ts';

const modern = { since: '2026-07-28', severity: 'error' } as const;
const server = { ...modern, party: 'server' } as const;
const client = { ...modern, party: 'client' } as const;

const METHODS: ReadonlySet<string | undefined> = new Set(['tools/call', 'prompts/get', 'resources/read']);

const asks = ({ result }: Said): boolean => result?.['resultType'] === 'input_required';
const questionsOf = (result: Members | undefined): Members | undefined => {
  const questions = result?.['inputRequests'];
  return isMembers(questions) ? questions : undefined;
};

/** What a client has to declare to be asked that. */
const CAPABILITY: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

/** What a question needs and the request does not declare. */
function undeclared(question: unknown, declared: Members): string | undefined {
  const method = memberOf(question, 'method');
  const name = typeof method === 'string' && Object.hasOwn(CAPABILITY, method) ? CAPABILITY[method]! : undefined;
  if (name === undefined) return undefined;
  const capability = memberOf(declared, name);
  if (capability === undefined || capability === null) return name;
  const params = memberOf(question, 'params');
  if (name === 'elicitation') {
    const mode = memberOf(params, 'mode') ?? 'form';
    const isPlain = isMembers(capability) && !Object.hasOwn(capability, 'form') && !Object.hasOwn(capability, 'url');
    const isDeclared = typeof mode === 'string' && memberOf(capability, mode) !== undefined;
    return isDeclared || (isPlain && mode === 'form') ? undefined : `elicitation.${String(mode)}`;
  }
  const wantsTools = memberOf(params, 'tools') !== undefined || memberOf(params, 'toolChoice') !== undefined;
  return name === 'sampling' && wantsTools && memberOf(capability, 'tools') === undefined
    ? 'sampling.tools'
    : undefined;
}

/** A request that was answered with questions or a state. */
interface Asked {
  readonly request: Said;
  readonly state: unknown;
  readonly questions: Members | undefined;
  isRetried: boolean;
}

/** What servers wait for, by server; the last ones. */
type Waiting = Map<unknown, Asked[]>;
const REMEMBERED = 200;

function note(said: Said, waiting: Waiting): undefined {
  if (!asks(said) || !said.request) return undefined;
  const of = waiting.get(serverOf(said)) ?? [];
  waiting.set(serverOf(said), of);
  const { request, result } = said;
  of.push({ request, state: result!['requestState'], questions: questionsOf(result), isRetried: false });
  if (of.length > REMEMBERED) of.shift();
  return undefined;
}

/** The parameters that stay the same in a retry. */
const VARYING: ReadonlySet<string> = new Set(['inputResponses', 'requestState', '_meta']);

function isSame(a: unknown, b: unknown, besides?: ReadonlySet<string>): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, i) => isSame(one, (b as readonly unknown[])[i]));
  if (!isMembers(a) || !isMembers(b)) return false;
  const keysOf = (value: Members) => Object.keys(value).filter((key) => !besides?.has(key));
  const keys = keysOf(a);
  return keys.length === keysOf(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}

const subjectOf = ({ method, params }: Said): unknown =>
  method === 'resources/read' ? params?.['uri'] : params?.['name'];

const bringsInput = ({ params }: Said): boolean =>
  params !== undefined && (Object.hasOwn(params, 'inputResponses') || Object.hasOwn(params, 'requestState'));

/** What a request with input answers: that with its state, else the last one about the same thing. */
function askedBefore(said: Said, waiting: Waiting): { readonly asked: Asked; readonly isAbout: boolean } | undefined {
  const { params, from, method } = said;
  if (from !== 'client' || said.isResent || !bringsInput(said)) return undefined;
  const all = waiting.get(serverOf(said)) ?? [];
  const isAbout = ({ request }: Asked) => request.method === method && subjectOf(request) === subjectOf(said);
  const state = params?.['requestState'];
  const withState = typeof state === 'string' ? all.findLast((one) => one.state === state) : undefined;
  const keys = Object.keys(questionsAnswered(said) ?? {});
  const same = all.filter(isAbout);
  const found =
    withState ??
    same.findLast((one) => !one.isRetried && keys.some((key) => one.questions && Object.hasOwn(one.questions, key))) ??
    same.findLast(({ isRetried }) => !isRetried) ??
    same.at(-1);
  return found && { asked: found, isAbout: isAbout(found) };
}

const questionsAnswered = ({ params }: Said): Members | undefined => {
  const answers = params?.['inputResponses'];
  return isMembers(answers) ? answers : undefined;
};

/** What the bare answer to each kind of question has. */
const BARE: Readonly<Record<string, string>> = {
  'elicitation/create': 'action',
  'sampling/createMessage': 'content',
  'roots/list': 'roots',
};

function wrongAnswers(said: Said, { questions }: Asked): string | undefined {
  if (!questions) return undefined;
  const answers = questionsAnswered(said);
  const unanswered = Object.keys(questions).filter((key) => !answers || !Object.hasOwn(answers, key));
  if (unanswered.length > 0)
    return `inputResponses ${answers ? 'has no answer' : 'is missing, with the answer'} for ${unanswered.map(sayJson).join(', ')}.`;
  for (const [key, question] of Object.entries(questions)) {
    const method = memberOf(question, 'method');
    const bare = typeof method === 'string' && Object.hasOwn(BARE, method) ? BARE[method]! : undefined;
    const answer = answers![key];
    if (bare === undefined || memberOf(answer, bare) !== undefined) continue;
    const isWrapped = memberOf(answer, 'result') !== undefined || memberOf(answer, 'jsonrpc') !== undefined;
    return `The answer under ${sayJson(key)} has no ${bare}${isWrapped ? '; it is a whole response where its result has to stand' : ''}.`;
  }
  return undefined;
}

/** The part of a row that looks at a request with input, and at what it answers. */
function ofRetries(
  find: (said: Said, asked: Asked, isAbout: boolean) => string | undefined,
): Pick<Rule<Waiting>, 'remember' | 'hooks'> {
  return {
    remember: () => new Map(),
    hooks: {
      response: note,
      request: (said, waiting) => {
        const before = askedBefore(said, waiting);
        if (!before) return undefined;
        const { asked, isAbout } = before;
        const message = find(said, asked, isAbout);
        if (isAbout) asked.isRetried = true;
        return message === undefined ? undefined : { place: said.place, message };
      },
    },
  };
}

export const INPUT_REQUIRED: readonly Rule[] = [
  {
    ...server,
    id: 'mrtr.method',
    level: 'MUST NOT',
    checks: 'Whether another method than tools/call, prompts/get and resources/read is answered with input_required.',
    fix: 'Answer other methods without asking.',
    fact: 'input.where',
    hooks: {
      response: (said) =>
        asks(said) && said.request && !METHODS.has(said.request.method)
          ? { place: said.place, message: `${said.request.method ?? 'The request'} is answered with input_required.` }
          : undefined,
    },
  },
  {
    ...server,
    id: 'mrtr.empty',
    level: 'MUST',
    checks: 'Whether a result that asks for input has questions or a requestState.',
    fix: 'Put inputRequests, requestState or both into the result.',
    fact: 'input.content',
    hooks: {
      response: (said) => {
        if (!asks(said)) return undefined;
        const questions = questionsOf(said.result);
        const hasQuestions = questions !== undefined && Object.keys(questions).length > 0;
        return hasQuestions || typeof said.result!['requestState'] === 'string'
          ? undefined
          : { place: said.place, message: 'input_required comes without questions and without requestState.' };
      },
    },
  },
  {
    ...server,
    id: 'mrtr.kind',
    level: 'MUST',
    checks: 'Whether each question is an elicitation, a sampling or a roots request.',
    fix: 'Ask with {method, params}, the method being elicitation/create, sampling/createMessage or roots/list.',
    fact: 'input.kinds',
    hooks: {
      response: (said): readonly Hit[] | undefined => {
        const questions = asks(said) ? questionsOf(said.result) : undefined;
        return (
          questions &&
          Object.entries(questions).flatMap(([key, question]): readonly Hit[] => {
            const { place } = said;
            const method = memberOf(question, 'method');
            if (typeof method !== 'string' || !Object.hasOwn(CAPABILITY, method))
              return [{ place, message: `The question ${sayJson(key)} has the method ${sayJson(method)}.` }];
            return memberOf(question, 'jsonrpc') !== undefined || memberOf(question, 'id') !== undefined
              ? [{ place, message: `The question ${sayJson(key)} has the envelope of a message.`, severity: 'note' }]
              : [];
          })
        );
      },
    },
  },
  {
    ...server,
    id: 'mrtr.undeclared',
    level: 'MUST NOT',
    checks: 'Whether the server asks for something that the request does not declare.',
    fix: 'Look at the clientCapabilities of this request, and answer with error −32021 where one is missing.',
    fact: 'input.declared',
    hooks: {
      response: (said) => {
        const questions = asks(said) ? questionsOf(said.result) : undefined;
        const declared = questions && said.request && capabilitiesOf(said.request);
        if (!declared) return undefined;
        const missing = Object.values(questions)
          .map((one) => undeclared(one, declared))
          .find(Boolean);
        return missing === undefined
          ? undefined
          : { place: said.place, message: `The server asks for ${missing}, which the request does not declare.` };
      },
    },
  },
  {
    ...client,
    id: 'mrtr.state-echo',
    level: 'MUST',
    checks: 'Whether requestState comes back exactly as it was sent.',
    fix: 'Keep requestState as an opaque text, and copy it character for character.',
    fact: 'input.state-echo',
    ...ofRetries((said, { state }) => {
      if (typeof state !== 'string') return undefined;
      const sent = said.params?.['requestState'];
      if (sent === undefined) return `The retry has no requestState; the server sent ${sayJson(state)}.`;
      return sent === state ? undefined : `requestState is ${sayJson(sent)}; the server sent ${sayJson(state)}.`;
    }),
  },
  {
    ...client,
    id: 'mrtr.state-invented',
    level: 'MUST NOT',
    checks: 'Whether a retry has a requestState where the server sent none.',
    fix: 'Leave requestState out where none came.',
    fact: 'input.state-echo',
    ...ofRetries((said, { state }) =>
      state === undefined && said.params?.['requestState'] !== undefined
        ? `requestState is ${sayJson(said.params?.['requestState'])}; the server sent none.`
        : undefined,
    ),
  },
  {
    ...client,
    id: 'mrtr.same-id',
    level: 'MUST',
    checks: 'Whether a retry has an id of its own.',
    fix: 'Send the retry as a new request with a new id.',
    fact: 'input.new-id',
    ...ofRetries((said, { request }, isAbout) =>
      isAbout && said.id === request.id
        ? `The ${saySaid(said)} brings the input under the id of the request that was asked.`
        : undefined,
    ),
  },
  {
    ...client,
    id: 'mrtr.inputs',
    level: 'MUST',
    checks: 'Whether a retry answers every question, under its key and with the bare result.',
    fix: 'Put one bare result for each key of inputRequests into inputResponses.',
    fact: 'input.answers',
    ...ofRetries((said, asked, isAbout) => (isAbout ? wrongAnswers(said, asked) : undefined)),
  },
  {
    ...client,
    id: 'mrtr.other-request',
    level: 'MUST',
    checks: 'Whether answers and requestState come in another request than the one that was asked.',
    fix: 'Send the same method with the same parameters again, and the input with it.',
    fact: 'input.same-request',
    ...ofRetries((said, { request }, isAbout) => {
      if (!isAbout) return `The input for the ${saySaid(request)} comes with the ${saySaid(said)}.`;
      return isSame(request.params, said.params, VARYING)
        ? undefined
        : `The parameters are other ones than those of the ${saySaid(request)} that was asked.`;
    }),
  },
];
