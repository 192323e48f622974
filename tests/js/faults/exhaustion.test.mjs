// More than there is room for.
import { runCases } from './harness.mjs';

await runCases('exhaustion');
// Eight megabytes, of which two are taken at the beginning.
await runCases('memory-full', { flags: ['--wasm-max-mem-pages=128'] });
