/**
 * Whether enough of the stack is left for WebAssembly.
 *
 * When the stack overflows in JavaScript, an exception undoes what was begun. In WebAssembly it does not: a function is
 * left where it is, in the midst of an allocation, say. So there must be room before one is entered. No interface tells
 * how much is left, but every engine asks for the whole frame of a function at its entry. The function here has a frame
 * of FRAME bytes and calls itself: it takes some 30 ns, and throws the engine's own RangeError if there is no room.
 */

/** So many values of eight bytes are alive at once in a branch that is never taken. */
const VALUES = 512;
/** So many frames are asked for: with 4 kB each, 48 kB. The engine has been seen to need 20 kB (tests/js/faults). */
const FRAMES = 12;

let probe;

/** Throws a RangeError if little is left. */
export function checkStack() {
  probe ??= new WebAssembly.Instance(new WebAssembly.Module(makeModule())).exports.probe;
  probe(FRAMES - 1);
}

// (func $probe (export "probe") (param i32)
//   (if (i32.eq (local.get 0) (i32.const -1))
//     (then (i32.const 0), VALUES times f64.load, (call $probe (i32.const 0)), f64.add of all, (f64.store)))
//   (if (local.get 0) (then (call $probe (i32.sub (local.get 0) (i32.const 1))))))
function makeModule() {
  const body = [0, 0x20, 0, 0x41, 0x7f, 0x46, 0x04, 0x40, 0x41, 0];
  for (let i = 0; i < VALUES; i += 1) body.push(0x41, 0, 0x2b, 3, ...leb(i * 8));
  body.push(0x41, 0, 0x10, 0);
  for (let i = 1; i < VALUES; i += 1) body.push(0xa0);
  body.push(0x39, 3, 0, 0x0b, 0x20, 0, 0x04, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x10, 0, 0x0b, 0x0b);
  const name = [...'probe'].map((letter) => letter.charCodeAt(0));
  return Uint8Array.from([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, [1, 0x60, 1, 0x7f, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [1, name.length, ...name, 0, 0]),
    ...section(10, [1, ...leb(body.length), ...body]),
  ]);
}

function section(id, content) {
  return [id, ...leb(content.length), ...content];
}

function leb(value) {
  return value < 128 ? [value] : [(value & 127) | 128, ...leb(value >> 7)];
}
