// The only door to the engine: pages, figures, scripts and tests import `#engine`, never a deeper path.
export * from './parameters.ts';
export * from './trace.ts';
export * from './describe.ts';
export * from './registers.ts';
export * from './summarise.ts';
export * from './broken-stream.ts';
export { MISFORTUNES, reachedAtMs, twoEndpointsWith, type Era, type Misfortune } from './two-endpoints.ts';
export { answer, type Answer, type Because } from './answer/answer.ts';
export type { Situation } from './answer/situation.ts';
export { SITUATIONS, type SituationId } from './answer/situations.ts';
export {
  ANSWERING,
  strictServer,
  type AnsweringTransport,
  type StrictPrompt,
  type StrictServer,
  type StrictTool,
} from './answer/strict-server.ts';
export { factNote, type FactNote } from './reading/fact-note.ts';
export { answersTo, asSent, type DeskAnswer, type DeskReading, type Gate, type Reason } from './reading/requests.ts';
export { readSlowly, type LineVerdict, type SlowLine, type SlowLines, type SlowStep } from './reading/lines.ts';
export { playRoutes, type RoutedCard, type RouteGame, type Ruled } from './reading/routes.ts';
export { type Place } from './reading/place.ts';
export { readShape, type Asking, type Item, type Question, type ShapeReading } from './reading/shape.ts';
export { READ_LIMIT, SHAPE_NAMES, type Shape } from './reading/shapes.ts';
export { verdictsOn, type RevisionVerdict, type Sender } from './reading/verdicts.ts';
export { ERROR_CODES, type ErrorCode, type ErrorName } from './protocol/errors.ts';
export {
  FACTS,
  FACT_IDS,
  factUrl,
  isFactId,
  type Fact,
  type FactId,
  type Level,
  type SpecRevision,
} from './protocol/facts.ts';
export { HEADER_ROWS, headersFor, type HttpMessage } from './protocol/headers.ts';
export { mayBeOlder } from './protocol/lifecycle.ts';
export { mechanic, type Mechanic } from './protocol/mechanics.ts';
export * from './protocol/messages.ts';
export { METHODS, methodOf, type Method } from './protocol/methods.ts';
export {
  holdsIn,
  PROFILES,
  REVISIONS,
  transportsIn,
  TRANSPORTS,
  TRANSPORT_NAMES,
  type Profile,
  type Revision,
  type Transport,
} from './protocol/revisions.ts';
export { routesIn, streamsIn, type Fit, type RoutedMessage } from './protocol/routes.ts';
export { PICK_LETTERS, STREAMS, type Stream } from './protocol/streams.ts';
export { EXAMPLE } from './protocol/session.ts';
// Scenarios by name: a figure takes its own, so that its readers do not load all the others.
export { brokenStream } from './scenarios/broken-stream.ts';
export { correlation } from './scenarios/correlation.ts';
export { eraProbeStdio } from './scenarios/era-probe-stdio.ts';
export { inputRequired } from './scenarios/input-required.ts';
export { layerCounts } from './scenarios/layer-counts.ts';
export { layerZoom } from './scenarios/layer-zoom.ts';
export { DAY_MS, DAY_SERVERS, lifetimes } from './scenarios/lifetimes.ts';
export { postModes } from './scenarios/post-modes.ts';
export { progress } from './scenarios/progress.ts';
export { reverseCall } from './scenarios/reverse-call.ts';
export { short } from './scenarios/short.ts';
export { twoEndpoints } from './scenarios/two-endpoints.ts';
export { SCENARIOS, scenarioOf } from './scenarios/registry.ts';
export type { Act, HandlerStep, RequestAct, Scenario, Script } from './scenarios/scenario.ts';
export { messageTimeMs, transmissionMs, type Link } from './sim/link.ts';
export {
  runPipes,
  type Doing,
  type Process,
  type PipeEnd,
  type PipeMoment,
  type PipeName,
  type PipeRun,
  type PipeTraits,
} from './sim/pipes.ts';
export { pairsOf, parametersOf, runOver, transportsOf } from './sim/run.ts';
export { runWith } from './sim/run-any.ts';
export { overHttpOrSse } from './sim/over-http-or-sse.ts';
export { overSse } from './sim/over-sse.ts';
export { overStdio } from './sim/over-stdio.ts';
export { overHttp, type WireMaker } from './sim/wires.ts';
export type { Fault, FaultRow, Firing } from './faults/fault.ts';
export { describeWithFaults } from './faults/describe-with-faults.ts';
export { runWithFaults } from './faults/run-with-faults.ts';
export { FAULTS, faultOf, firedBy } from './faults/table.ts';
export { faultText, parseFaults } from './faults/text.ts';
export { faultsFor } from './faults/where.ts';
export { run } from './run.ts';
export type { Mishap } from './sim/world.ts';
export { jsonAnswerFrame, postFrame, type HttpContext } from './wire/exchange.ts';
export { stdioFrame } from './wire/stdio.ts';
export { headerValueOf, textOfHeaderValue, type HeaderText } from './wire/header-value.ts';
export { decoderFor } from './wire/decode/decoder.ts';
export type { Decoded, DecodedEvent, DecodedHttp, Decoder } from './wire/decode/decoded.ts';
export type { WireProblem, WireProblemKind } from './wire/decode/problem.ts';
export {
  bytesOf,
  LAYERS,
  PAYLOAD_LAYERS,
  spansOf,
  textOf,
  utf8Encode,
  utf8Length,
  type Frame,
  type Layer,
  type LayerBytes,
  type Piece,
  type Span,
  type SpanName,
} from './wire/frame.ts';
export { utf8Decode, utf8Text } from './wire/utf8.ts';
export { runCrowd, type CallOutcome, type CrowdCall, type CrowdEntry, type CrowdResult } from './crowd/crowd.ts';
export { afterRedeploy, expectedSuccessRate, movedShare, type AfterRedeploy } from './crowd/expected.ts';
export {
  HABITS,
  HABIT_ROWS,
  habitRow,
  type Habit,
  type HabitAction,
  type HabitEvent,
  type HabitId,
  type HabitRow,
} from './crowd/habits.ts';
export { describeCrowd } from './crowd/describe-crowd.ts';
export { crowdPlan, DEFAULT_CROWD, type CrowdEvent, type CrowdPlan } from './crowd/plan.ts';
export { POLICIES, policyOf, type Policy, type PolicyId, type RoutesBy } from './crowd/policies.ts';
export { answerOrder, matchResponses, type Matched } from './crowd/matching.ts';
export { GET_ANSWERS, getsSent, type GetAnswer, type GetAnswerId, type GetPlan } from './crowd/reconnecting.ts';
export {
  NO_BUFFERING,
  PROXIES,
  throughAtMs,
  throughProxy,
  type Delivery,
  type Flush,
  type ProxiedPiece,
  type Proxied,
  type Proxy,
  type Release,
} from './crowd/buffering-proxy.ts';
export {
  KEEP_ALIVE,
  quietLifeMs,
  quietStreams,
  streamLives,
  type StreamLife,
  type StreamLives,
  type StreamPlan,
} from './crowd/stream-age.ts';
export {
  COMMENT_BYTES,
  fateOf,
  NEWS_BYTES,
  newsTimes,
  standingGet,
  type News,
  type NewsFate,
  type StandingMoment,
  type StandingPlan,
  type StandingRun,
} from './crowd/standing-get.ts';
export {
  GATED_SERVERS,
  GATEWAYS,
  throughGateway,
  type Gated,
  type GatedCall,
  type GatedServer,
  type GatedServerId,
  type Gateway,
  type GatewayId,
} from './crowd/header-gateway.ts';
export {
  eventsInTurns,
  ID_SCHEMES,
  lostInTurns,
  replay,
  type EventVerdict,
  type IdScheme,
  type IdSchemeId,
  type MadeEvent,
  type Replayed,
  type StorePlan,
  type TurnsPlan,
} from './crowd/event-ids.ts';
export { madeEvents, type MadeUntil } from './crowd/made-events.ts';
export { STANDARDS, type Standard, type StandardId } from './browser/standards.ts';
export {
  isSameOrigin,
  isSameSite,
  isTrustworthy,
  originOf,
  originText,
  readAddress,
  type Address,
  type Origin,
} from './browser/origin.ts';
export {
  ADDRESS_BLOCKS,
  ADDRESS_SPACES,
  addressSpaceOf,
  localNetworkCheck,
  type AddressSpace,
  type LocalNetworkAccess,
  type LocalVerdict,
} from './browser/address-space.ts';
export {
  hostHeaderOf,
  isForbiddenHeader,
  originHeaderOf,
  valueOf,
  type OriginHeaderCase,
  type ReferrerPolicy,
  type WebAnswer,
  type WebHeader,
  type WebRequest,
} from './browser/web-request.ts';
export {
  corsCheck,
  isCrossOrigin,
  needsLeave,
  preflightCheck,
  preflightOf,
  readableHeaders,
  type NeedsLeave,
  type Refused,
} from './browser/cors.ts';
export {
  allowHeadersFor,
  corsHeaders,
  openFromPage,
  pageFetch,
  scriptHeaders,
  type CorsPolicy,
  type OpeningStep,
  type PageClient,
  type PageFetch,
} from './browser/page-fetch.ts';
export { followRedirect, REDIRECTS, type Followed, type Redirected, type RedirectRow } from './browser/redirects.ts';
export {
  ALLOWED_SAMPLE,
  ORIGIN_CHECKS,
  ORIGIN_RULE,
  ORIGIN_SAMPLES,
  type ListVerdict,
  type OriginCheck,
  type OriginCheckId,
  type OriginSample,
} from './browser/allow-lists.ts';
export {
  attack,
  ATTACKS,
  attackMatrix,
  type Attack,
  type Attacked,
  type AttackId,
  type AttackResult,
  type AttackStep,
  type Browsing,
  type Defence,
  type MatrixRow,
  type Stage,
} from './browser/rebinding.ts';
export { readRecording, type RecordedChunk, type RecordedTransfer } from './capture/recording.ts';
export { toCurl } from './capture/curl.ts';
export { toHar } from './capture/har.ts';
export { toJsonLines } from './capture/json-lines.ts';
export { toMermaid } from './capture/mermaid.ts';
export { readCapture } from './capture/formats/read-capture.ts';
export {
  CAPTURE_FORMATS,
  type At,
  type Capture,
  type CaptureFormat,
  type Item as CaptureItem,
} from './capture/formats/record.ts';
export { lint, type Finding, type LintReport, type Verdict } from './lint/lint.ts';
export { RULES } from './lint/rules/table.ts';
export type { Rule, Severity } from './lint/rule.ts';
