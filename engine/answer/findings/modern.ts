// Looks at what a request of 2026-07-28 says about itself: headers beside the body, version and capabilities in `_meta`.
import { isObject, memberAt, memberOf, type Asked } from '../asked.ts';
import { headerOf, quote, sayJson } from '../http-request.ts';
import { argumentText, isSameArgument, mirroredIn } from '../mirrored.ts';
import type { JsonObject } from '../../protocol/messages.ts';
import { TASKS_EXTENSION } from '../../protocol/methods.ts';
import { textOfHeaderValue } from '../../wire/header-value.ts';
import { found, type Finding, type Look } from './finding.ts';

const META = 'io.modelcontextprotocol/';
const VERSION = 'MCP-Protocol-Version';

const header = ({ http }: Asked, name: string) => http && headerOf(http, name);
const meta = ({ message }: Asked, name: string) => memberOf(message.meta, META + name);
const isRequest = ({ message }: Asked) => message.kind === 'request';
const missing = (asked: Asked, name: string, inBody: string) =>
  found(
    isRequest(asked) && header(asked, name) === undefined,
    name,
    `The header ${name} is missing; it repeats ${inBody}.`,
  );

/** A header beside the member of the body that it repeats. */
interface Mirror {
  readonly header: string;
  readonly member: string;
  readonly value: string | undefined;
}

/** Mcp-Name and the Mcp-Param headers that this request needs; those of an argument that is not there, too. */
function mirrorsOf({ message, server }: Asked): readonly Mirror[] {
  const { mirrors } = message.row ?? {};
  const name = mirrors === undefined ? undefined : message.params?.[mirrors];
  const named: readonly Mirror[] =
    typeof name === 'string' ? [{ header: 'Mcp-Name', member: `params.${mirrors}`, value: name }] : [];
  const tool = message.method === 'tools/call' ? server.tools.find((t) => t.name === name) : undefined;
  const args = message.params?.['arguments'];
  const marked = mirroredIn(tool?.inputSchema).map((mirrored) => ({
    header: `Mcp-Param-${mirrored.name}`,
    member: `params.arguments.${mirrored.path.join('.')}`,
    value: argumentText(isObject(args) ? args : undefined, mirrored.path),
  }));
  return isRequest({ message } as Asked) ? [...named, ...marked] : [];
}

function firstOf(
  asked: Asked,
  judge: (mirror: Mirror, value: string | undefined) => Finding | undefined,
): Finding | undefined {
  for (const mirror of mirrorsOf(asked)) {
    const finding = judge(mirror, header(asked, mirror.header));
    if (finding) return finding;
  }
  return undefined;
}

const isParam = (mirror: Mirror) => mirror.header.startsWith('Mcp-Param-');

function mirrorMissing(asked: Asked, which: (mirror: Mirror) => boolean): Finding | undefined {
  return firstOf(asked, (mirror, value) =>
    found(
      which(mirror) && mirror.value !== undefined && value === undefined,
      mirror.header,
      `The header ${mirror.header} is missing; it repeats ${mirror.member}.`,
    ),
  );
}

function mirrorDiffers(asked: Asked, which: (mirror: Mirror) => boolean): Finding | undefined {
  return firstOf(asked, (mirror, value) => {
    if (!which(mirror) || mirror.value === undefined || value === undefined) return undefined;
    const read = textOfHeaderValue(value);
    const isSame =
      'text' in read && (read.text === mirror.value || (isParam(mirror) && isSameArgument(read.text, mirror.value)));
    return found(
      !isSame,
      mirror.header,
      () =>
        `${mirror.header} says ${quote('text' in read ? read.text : value)}, ${mirror.member} says ${quote(mirror.value!)}.`,
    );
  });
}

const PROBLEMS = {
  'not-ascii': 'holds bytes that are not ASCII',
  'not-base64': 'has the markers, but no Base64 between them',
  'not-utf8': 'is the Base64 of something that is not UTF-8',
} as const;

/** The version that a request claims: in the body, or where that says nothing in the header. */
function claimed(asked: Asked): string | undefined {
  const inBody = meta(asked, 'protocolVersion');
  return typeof inBody === 'string' ? inBody : header(asked, VERSION);
}

/** The part of the needed capabilities that is not declared. `elicitation: {}` means the form mode. */
function lackingOf(needed: JsonObject, declared: unknown): JsonObject {
  const entries = Object.entries(needed).filter(([name, inner]) => {
    const has = memberOf(declared, name);
    if (!isObject(has)) return true;
    if (name === 'elicitation' && Object.keys(has).length === 0)
      return Object.keys(isObject(inner) ? inner : {}).some((mode) => mode !== 'form');
    return isObject(inner) && Object.keys(lackingOf(inner, has)).length > 0;
  });
  return Object.fromEntries(entries);
}

function metaProblem(asked: Asked): string | undefined {
  if (!asked.message.meta) return 'params._meta is missing.';
  if (typeof meta(asked, 'protocolVersion') !== 'string') return `params._meta does not say ${META}protocolVersion.`;
  return isObject(meta(asked, 'clientCapabilities'))
    ? undefined
    : `params._meta does not say ${META}clientCapabilities.`;
}

const declaresTasks = (asked: Asked) =>
  isObject(memberAt(meta(asked, 'clientCapabilities'), `extensions.${TASKS_EXTENSION}`));
const TASKS_NEEDED: JsonObject = { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } };

export const MODERN = {
  sessionIgnored: (asked) =>
    found(header(asked, 'Mcp-Session-Id') !== undefined, 'Mcp-Session-Id', 'The session id is ignored.'),
  lastEventIgnored: (asked) =>
    found(header(asked, 'Last-Event-ID') !== undefined, 'Last-Event-ID', 'Last-Event-ID is ignored.'),
  initializeOfOld: (asked) =>
    found(
      isRequest(asked) && asked.message.method === 'initialize',
      'body method',
      'initialize is of an older revision; the error names the versions spoken here.',
      { supported: asked.server.versions },
    ),

  versionHeaderMissing: (asked) => missing(asked, VERSION, 'the version in params._meta'),
  methodHeaderMissing: (asked) => missing(asked, 'Mcp-Method', 'the method'),
  nameHeaderMissing: (asked) => mirrorMissing(asked, (mirror) => !isParam(mirror)),
  paramHeaderMissing: (asked) => mirrorMissing(asked, isParam),
  mirrorUnreadable: (asked) =>
    firstOf(asked, (mirror, value) => {
      const read = textOfHeaderValue(value ?? '');
      return 'problem' in read ? { at: mirror.header, text: `${mirror.header} ${PROBLEMS[read.problem]}.` } : undefined;
    }),
  versionHeaderDiffers: (asked) => {
    const [inHeader, inBody] = [header(asked, VERSION), meta(asked, 'protocolVersion')];
    const differs = isRequest(asked) && typeof inBody === 'string' && inHeader !== inBody;
    return found(differs, VERSION, () => `${VERSION} says ${quote(inHeader!)}, params._meta says ${sayJson(inBody)}.`);
  },
  methodHeaderDiffers: (asked) => {
    const [inHeader, inBody] = [header(asked, 'Mcp-Method'), asked.message.method];
    return found(
      isRequest(asked) && inHeader !== inBody,
      'Mcp-Method',
      () => `Mcp-Method says ${quote(inHeader!)}, the method is ${quote(inBody!)}.`,
    );
  },
  nameHeaderDiffers: (asked) => mirrorDiffers(asked, (mirror) => !isParam(mirror)),
  paramHeaderDiffers: (asked) => mirrorDiffers(asked, isParam),
  paramHeaderSpurious: (asked) =>
    firstOf(asked, (mirror, value) =>
      found(
        isParam(mirror) && mirror.value === undefined && value !== undefined,
        mirror.header,
        `${mirror.header} repeats an argument that is not there; it is not read.`,
      ),
    ),

  versionNotSpoken: (asked) => {
    const requested = claimed(asked);
    const isOther =
      isRequest(asked) && requested !== undefined && !(asked.server.versions as readonly string[]).includes(requested);
    return isOther
      ? found(
          true,
          'params._meta',
          `Version ${quote(requested)} is not spoken here; ${asked.server.versions.join(', ')} is.`,
          { supported: asked.server.versions, requested },
        )
      : undefined;
  },
  metaIncomplete: (asked) => {
    const problem = isRequest(asked) ? metaProblem(asked) : undefined;
    return problem === undefined ? undefined : { at: 'params._meta', text: problem };
  },
  clientInfoMalformed: (asked) => {
    const info = meta(asked, 'clientInfo');
    const isWhole = typeof memberOf(info, 'name') === 'string' && typeof memberOf(info, 'version') === 'string';
    return found(
      isRequest(asked) && info !== undefined && !isWhole,
      'params._meta',
      `${META}clientInfo has no name and version.`,
    );
  },

  tasksUndeclared: (asked) => {
    const { row, params, method } = asked.message;
    const asksForTasks =
      row?.needs === `extensions.${TASKS_EXTENSION}` ||
      (method === 'subscriptions/listen' && memberOf(params?.['notifications'], 'taskIds') !== undefined);
    return found(
      asksForTasks && !declaresTasks(asked),
      'params._meta',
      'The client does not declare the tasks extension.',
      TASKS_NEEDED,
    );
  },
  capabilityUndeclared: (asked) => {
    const { method, params } = asked.message;
    const tool = method === 'tools/call' ? asked.server.tools.find((t) => t.name === params?.['name']) : undefined;
    const lacking = lackingOf(tool?.needs ?? {}, meta(asked, 'clientCapabilities'));
    return found(
      Object.keys(lacking).length > 0,
      'params._meta',
      () => `${quote(tool!.name)} needs ${Object.keys(lacking).join(' and ')}, which the client does not declare.`,
      { requiredCapabilities: lacking },
    );
  },
} as const satisfies Readonly<Record<string, Look>>;
