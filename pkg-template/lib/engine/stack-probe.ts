/**
 * Checks that enough of the stack is left for WebAssembly.
 *
 * When the stack overflows in JavaScript, an exception unwinds the work. In WebAssembly it stops a function at any
 * instruction, for example during an allocation. So the space must be there before an export is entered. No interface returns how
 * much is left, but every engine reserves the whole frame of a function at its entry. A probe is a function with one large
 * frame: a call of it throws the engine's own overflow error if there is no space.
 *
 * A probe returns at once. In a branch that is never taken, it loads many values, calls an import that returns a number, and
 * adds the values to this number. So no optimiser can shrink the frame:
 *
 * - A compiler does not know the import, so it cannot inline it. The import may change the memory, so no load can move behind it.
 * - Each sum contains the result of the import, and floats cannot be added in another order. So no sum can be computed before the call,
 *   and each value needs its own place during the call. V8 12.4 (Node 22) moves additions that do not depend on the call.
 */

/** Bytes of one value. SIMD needs half as much code for a frame as numbers do. */
const VALUE = 16;
/** Number of values that are loaded by the same code, from one address after the other. */
const BLOCK = 128;
const KILOBYTE = 1024;
/** Frame that is reserved for one export. The engine needs at most 44 kB, as measured in Node 20. */
const ENGINE = 64 * KILOBYTE;
/** The same with the frames that lead to the engine, and those of the work around it. */
const STEPS = 80 * KILOBYTE;
/** Space for steps, with the calls that lead to them. */
const ACTION = 96 * KILOBYTE;

type Probe = (address: number) => void;

/** Each is compiled when it is first needed. */
let engineProbe: Probe | undefined;
let stepsProbe: Probe | undefined;
let actionProbe: Probe | undefined;

/** Throws a RangeError if little is left. */
export function checkStack() {
  engineProbe ??= makeProbe(ENGINE);
  engineProbe(0);
}

/**
 * Throws a RangeError if there is too little for several steps, some of which enter the engine: steps that were
 * begun get to the last one, unless the game's own code fills the stack.
 */
export function checkStackForSteps() {
  stepsProbe ??= makeProbe(STEPS);
  stepsProbe(0);
}

/** Returns `true` if there is the space that `checkStackForSteps` needs, and some for the calls that lead there. */
export function hasStackToAct() {
  try {
    actionProbe ??= makeProbe(ACTION);
    actionProbe(0);
    return true;
  } catch {
    return false;
  }
}

function makeProbe(size: number): Probe {
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(makeModule(size)), { e: { f: () => 0 } });
    return exports.p as Probe;
  } catch (error) {
    // Out of stack, for example: the next one tries again.
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    return probeByArguments(size);
  }
}

/**
 * The same where compilation is forbidden, or where the engine has no SIMD. Engines push arguments onto the stack and check its limit
 * before. That takes microseconds.
 */
function probeByArguments(size: number): Probe {
  const nothing = () => {};
  const list = Array.from({ length: size / 8 }, () => 0);
  return () => Reflect.apply(nothing, null, list);
}

/**
 * (import "e" "f" (func $unknown (result f64)))
 * (memory 1)
 * (func (export "p") (param $address i32)
 *   (if (i32.eqz (local.get $address)) (then (return)))
 *   (i32.const 0)
 *   ... (v128.load offset=0 (local.get $address)) to (v128.load offset=127 (local.get $address))
 *       (local.set $address (i32.add (local.get $address) (i32.const 128))) ... for each block
 *   (f64x2.splat (call $unknown)) (f64x2.add) ... for each value
 *   (v128.store))
 *
 * V8 counts the machine code in front of a `return` to decide when to optimise. The early one postpones that: with thousands of values it
 * would take a processor for up to 170 ms.
 */
function makeModule(size: number) {
  const blocks = size / VALUE / BLOCK;
  const block = [...Array.from({ length: BLOCK }, (_, offset) => [0x20, 0, 0xfd, 0, 0, offset]).flat(), 0x20, 0, 0x41, 0x80, 1, 0x6a, 0x21, 0];
  const body = [
    [0, 0x20, 0, 0x45, 0x04, 0x40, 0x0f, 0x0b, 0x41, 0],
    repeated(block, blocks),
    [0x10, 0, 0xfd, 0x14],
    repeated([0xfd, 0xf0, 1], blocks * BLOCK),
    [0xfd, 0x0b, 0, 0, 0x0b],
  ];
  const length = body.reduce((sum, part) => sum + part.length, 0);
  const head = [
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, // magic and version
    1, 9, 2, 0x60, 1, 0x7f, 0, 0x60, 0, 1, 0x7c, // types
    2, 7, 1, 1, 0x65, 1, 0x66, 0, 1, // the import
    3, 2, 1, 0, // functions
    5, 3, 1, 0, 1, // one page of memory
    7, 5, 1, 1, 0x70, 0, 1, // the export
    10, ...leb(1 + 3 + length), 1, ...leb(length),
  ];
  const bytes = new Uint8Array(head.length + length);
  let at = 0;
  for (const part of [head, ...body]) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Copies twice as much at each step: the interpreter runs this, before a page shows anything. */
function repeated(pattern: number[], times: number) {
  const bytes = new Uint8Array(pattern.length * times);
  bytes.set(pattern);
  for (let at = pattern.length; at < bytes.length; at *= 2) bytes.copyWithin(at, 0, at);
  return bytes;
}

/** A number in LEB128, in three bytes. */
function leb(value: number) {
  return [(value & 127) | 128, ((value >> 7) & 127) | 128, value >> 14];
}
