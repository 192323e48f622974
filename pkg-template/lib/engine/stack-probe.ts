/**
 * Checks that enough of the stack is left for WebAssembly.
 *
 * When the stack overflows in JavaScript, an exception unwinds the work. In WebAssembly it stops a function at any
 * instruction, for example during an allocation. So the space must be there before an export is entered. No interface returns how
 * much is left, but every engine reserves the whole frame of a function at its entry. The function here has a large frame, and
 * several calls of it are nested: that throws the engine's own overflow error if there is no space.
 *
 * No optimiser may shrink or merge these frames. In a branch that is never taken, the function loads many values, calls an import
 * that returns a number, and adds the values to this number. Each part prevents an optimisation:
 *
 * - A compiler does not know the import, so it cannot inline it. The import may change the memory, so no load can move behind it.
 * - Each sum contains the result of the import, and floats cannot be added in another order. So no sum can be computed before the call,
 *   and each value needs its own place during the call. V8 12.4 (Node 22) moves additions that do not depend on the call.
 * - The function calls itself by the import. V8 13.6 (Node 24) inlines direct recursion, and two levels then share one frame.
 */

/** Number of values of eight bytes that are alive at once: a frame of 16 kB. */
const VALUES = 2048;
/** Number of frames that are reserved. The engine needs at most 44 kB, as measured in Node 20. */
const FRAMES = 4;
/** With the frames that lead to the engine, and those of the work around it. */
const FRAMES_AROUND = 5;

/** Reserves one frame, and this many more. */
type Probe = (more: number) => void;

let probe: Probe | undefined;

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

function checkFrames(frames: number) {
  probe ??= makeProbe();
  probe(frames - 1);
}

function makeProbe(): Probe {
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(makeModule()), {
      e: {
        p(more: number) {
          (exports.p as Probe)(more);
          return 0;
        },
      },
    });
    return exports.p as Probe;
  } catch (error) {
    // Out of stack, for example: the next one tries again.
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    return probeByArguments();
  }
}

/**
 * The same where a page or host forbids compilation. Engines push arguments onto the stack and check its limit before. That takes
 * microseconds.
 */
function probeByArguments() {
  const nothing = () => {};
  const lists: number[][] = [];
  return (more: number) => {
    lists[more] ??= Array.from({ length: (more + 1) * VALUES }, () => 0);
    Reflect.apply(nothing, null, lists[more]);
  };
}

/**
 * (import "e" "p" (func $again (param i32) (result f64)))
 * (memory 1)
 * (func (export "p") (param i32)
 *   (if (i32.eq (local.get 0) (i32.const -1))
 *     (then (f64.store (i32.const 0) ((f64.load VALUES times) (call $again (i32.const 0)) (f64.add VALUES times)))))
 *   (if (local.get 0) (then (drop (call $again (i32.sub (local.get 0) (i32.const 1)))))))
 */
function makeModule() {
  const before = [0, 0x20, 0, 0x41, 0x7f, 0x46, 0x04, 0x40, 0x41, 0];
  const call = [0x41, 0, 0x10, 0];
  const after = [0x39, 3, 0, 0x0b, 0x20, 0, 0x04, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x10, 0, 0x1a, 0x0b, 0x0b];
  const size = before.length + 6 * VALUES + call.length + VALUES + after.length;
  const head = [
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, // magic and version
    1, 10, 2, 0x60, 1, 0x7f, 0, 0x60, 1, 0x7f, 1, 0x7c, // types
    2, 7, 1, 1, 0x65, 1, 0x70, 0, 1, // the import
    3, 2, 1, 0, // functions
    5, 3, 1, 0, 1, // one page of memory
    7, 5, 1, 1, 0x70, 0, 1, // the export
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
function leb(value: number) {
  return [(value & 127) | 128, ((value >> 7) & 127) | 128, value >> 14];
}
