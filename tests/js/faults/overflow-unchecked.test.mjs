// Slow: it fills stacks for eleven seconds of processor time.
// The stack overflows inside WebAssembly, because no probe reserves space.
import { fileURLToPath } from 'node:url';
import { runCases } from './harness.mjs';

const flags = ['--import', fileURLToPath(new URL('unchecked-stack.mjs', import.meta.url))];

await runCases('overflow-unchecked', { flags });
await runCases('overflow-unchecked', { flags: [...flags, '--no-liftoff'], where: 'optimised' });
