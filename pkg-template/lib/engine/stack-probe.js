/**
 * Whether enough of the stack is left for WebAssembly.
 *
 * When the stack overflows in JavaScript, an exception unwinds what was begun. In WebAssembly a function is left where
 * it is, for example during an allocation. So there must be space before one is entered. No interface returns how much
 * is left, but every engine reserves the whole frame of a function at its entry. The one here has a large frame, and
 * calls itself: that takes some 30 ns, and throws the engine's own RangeError if there is no space.
 */

/** The number of values of eight bytes that are alive at once, in a branch that is never taken: a frame of 16 kB. */
const VALUES = 2048;
/** The number of frames that are reserved. In Node 20 what the engine needs at most lies between 40 and 44 kB. */
const FRAMES = 4;
/** With the frames that lead to the engine, and those of the work around it. */
const FRAMES_AROUND = 5;

let probe;

/** Throws a RangeError if little is left. */
export function checkStack() {
  checkFrames(FRAMES);
}

/**
 * Throws a RangeError if there is too little for several steps, some of which enter the engine: steps that were
 * begun get to the last one, unless the game's own code fills the stack.
 */
export function checkStackForSteps() {
  checkFrames(FRAMES_AROUND);
}

/** Whether there is the space that `checkStackForSteps` needs, and some for the calls that lead there. */
export function hasStackToAct() {
  try {
    checkFrames(FRAMES_AROUND + 1);
    return true;
  } catch {
    return false;
  }
}

function checkFrames(frames) {
  probe ??= makeProbe();
  probe(frames - 1);
}

function makeProbe() {
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(makeModule())).exports.p;
  } catch (error) {
    // Out of stack, for example: the next one tries again.
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    return probeByArguments();
  }
}

/**
 * The same where nothing may be compiled. Arguments lie on the stack, and engines reserve their space as well. It takes
 * microseconds.
 */
function probeByArguments() {
  const nothing = () => {};
  const lists = [];
  return (more) => {
    lists[more] ??= Array.from({ length: (more + 1) * VALUES }, () => 0);
    Reflect.apply(nothing, null, lists[more]);
  };
}

/**
 * (func $p (export "p") (param i32)
 *   (if (i32.eq (local.get 0) (i32.const -1))
 *     (then (f64.store (i32.const 0) ((f64.load VALUES times) (call $p (i32.const 0)) (f64.add of all)))))
 *   (if (local.get 0) (then (call $p (i32.sub (local.get 0) (i32.const 1))))))
 */
function makeModule() {
  const before = [0, 0x20, 0, 0x41, 0x7f, 0x46, 0x04, 0x40, 0x41, 0];
  const call = [0x41, 0, 0x10, 0];
  const after = [0x39, 3, 0, 0x0b, 0x20, 0, 0x04, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x10, 0, 0x0b, 0x0b];
  const size = before.length + 6 * VALUES + call.length + (VALUES - 1) + after.length;
  const head = [
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, // magic and version
    1, 5, 1, 0x60, 1, 0x7f, 0, // types
    3, 2, 1, 0, // functions
    5, 3, 1, 0, 1, // one page of memory
    7, 5, 1, 1, 0x70, 0, 0, // the export
    10, ...leb(1 + 3 + size), 1, ...leb(size),
  ];
  const start = [...head, ...before];
  // The additions stay.
  const bytes = new Uint8Array(head.length + size).fill(0xa0);
  bytes.set(start);
  let at = start.length;
  // Runs once, in the interpreter, before a page shows anything: so it does next to nothing for each value.
  for (let i = 0; i < VALUES; i += 1) {
    bytes[at] = 0x41;
    bytes[at + 1] = 0;
    bytes[at + 2] = 0x2b;
    bytes[at + 3] = 0;
    // From each address a different value, all of them the engine's to keep.
    bytes[at + 4] = (i & 127) | 128;
    bytes[at + 5] = i >> 7;
    at += 6;
  }
  bytes.set(call, at);
  bytes.set(after, bytes.length - after.length);
  return bytes;
}

/** A number in LEB128, in three bytes. */
function leb(value) {
  return [(value & 127) | 128, ((value >> 7) & 127) | 128, value >> 14];
}
