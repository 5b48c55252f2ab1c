// Linting 50 MB of captured traffic, from bytes to findings: sessions over a pipe and over HTTP, again and again under new
// ids. The floor is JSON.parse over the texts of the same messages, as often. Memory is read after the walk.
import { lint, pairsOf, readCapture, run, SCENARIOS, utf8Encode, type Trace } from '#engine';
import { median, type Bench } from './bench.ts';

const wantedBytes = 50e6;
