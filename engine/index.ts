// The only door to the engine: pages, figures, scripts and tests import `#engine`, never a deeper path.
export * from './parameters.ts';
export * from './trace.ts';
export * from './describe.ts';
export * from './summarise.ts';
export * from './broken-stream.ts';
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
export { SCENARIOS, scenarioOf } from './scenarios/registry.ts';
export type { Act, HandlerStep, RequestAct, Scenario, Script } from './scenarios/scenario.ts';
export { messageTimeMs, transmissionMs, type Link } from './sim/link.ts';
export { pairsOf, parametersOf, run, runWith, transportsOf } from './sim/run.ts';
export type { Fault } from './sim/world.ts';
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
export { toCurl } from './capture/curl.ts';
export { toHar } from './capture/har.ts';
export { toJsonLines } from './capture/json-lines.ts';
export { toMermaid } from './capture/mermaid.ts';
