// Slow: it fills memories.
// More data than the memory holds.
import { runCases } from './harness.mjs';

await runCases('exhaustion');
// Eight megabytes, of which two are in use at the beginning.
await runCases('memory-full', { flags: ['--wasm-max-mem-pages=128'] });
