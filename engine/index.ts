// The only door to the engine: pages, figures, scripts and tests import `#engine`, never a deeper path.
export * from './parameters.ts';
export * from './trace.ts';
export * from './describe.ts';
export * from './summarise.ts';
export * from './broken-stream.ts';
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
export { EXAMPLE } from './protocol/session.ts';
// Scenarios by name: a figure takes its own, so that its readers do not load all the others.
export { brokenStream } from './scenarios/broken-stream.ts';
export { progress } from './scenarios/progress.ts';
export { short } from './scenarios/short.ts';
export { SCENARIOS, scenarioOf } from './scenarios/registry.ts';
export type { Act, HandlerStep, RequestAct, Scenario, Script } from './scenarios/scenario.ts';
export { messageTimeMs, transmissionMs, type Link } from './sim/link.ts';
export { pairsOf, parametersOf, run, runOver, runWith, transportsOf } from './sim/run.ts';
export { overHttp, overSse, overStdio, type WireMaker } from './sim/wires.ts';
export type { Fault } from './sim/world.ts';
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
export { readRecording, type RecordedChunk, type RecordedTransfer } from './capture/recording.ts';
export { toCurl } from './capture/curl.ts';
export { toHar } from './capture/har.ts';
export { toJsonLines } from './capture/json-lines.ts';
export { toMermaid } from './capture/mermaid.ts';
export { readCapture } from './capture/formats/read-capture.ts';
export { CAPTURE_FORMATS, type At, type Capture, type CaptureFormat, type Item } from './capture/formats/record.ts';
export { lint, type Finding, type LintReport, type Verdict } from './lint/lint.ts';
export { RULES } from './lint/rules/table.ts';
export type { Rule, Severity } from './lint/rule.ts';
