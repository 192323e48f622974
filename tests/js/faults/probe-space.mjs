// Calls each check of the stack many times. Prints, as JSON, how many kilobytes are left where each of them fails first.
const [, , calls, mode] = process.argv;
const { Module } = WebAssembly;
let isValid = false;

WebAssembly.Module = function (bytes) {
  if (mode === 'uncompiled') throw new WebAssembly.CompileError('code generation disallowed by embedder');
  const module = new Module(bytes);
  isValid = true;
  return module;
};

const { checkStack, checkStackForSteps, hasStackToAct } = await import('../../../pkg/lib/engine/stack-probe.js');
const checks = { checkStack, checkStackForSteps, hasStackToAct: () => { if (!hasStackToAct()) throw new Error('no space'); } };

for (const check of Object.values(checks)) {
  for (let round = 0; round < 10; round += 1) {
    for (let i = 0; i < Number(calls) / 10; i += 1) check();
    // Lets the engine install code that it has optimised meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

// Arguments are passed on the stack, so the longest list that fits measures the space.
const KILOBYTE = 128;
const lists = Array.from({ length: 200 }, (_, i) => Array((i + 1) * KILOBYTE).fill(0));
const nothing = () => {};

function left() {
  let kilobytes = 0;
  try {
    for (const list of lists) {
      Reflect.apply(nothing, null, list);
      kilobytes += 1;
    }
  } catch {
    // This list does not fit.
  }
  return kilobytes;
}

function leftWhere(check) {
  let kilobytes = 0;
  const descend = () => {
    try {
      check();
    } catch {
      kilobytes = left();
      return;
    }
    descend();
  };
  try {
    descend();
  } catch {
    // The check did not fail before the stack was full.
  }
  return kilobytes;
}

// Compiles the function now: near the end of the stack the engine cannot.
left();
const spaces = Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, leftWhere(check)]));
process.stdout.write(JSON.stringify({ isValid, ...spaces }));
