/** Texts of fewer bytes are made one character at a time, which is faster than a decoder. */
const SHORT = 32;

/** The exports of a module by which texts cross. */
export interface MemoryExports {
  memory: WebAssembly.Memory;
  /** Makes space for so many bytes, and returns where. */
  rondel_room(length: number): number;
}

/**
 * The memory of a game's module: texts and lists of numbers, by pointer and length. The views of it are made again when it has
 * grown, which leaves the old ones without contents.
 */
export class ModuleMemory {
  #exports!: MemoryExports;
  #bytes = new Uint8Array();
  #decoder = new TextDecoder();
  #encoder = new TextEncoder();

  /** @param exports of the module */
  of(exports: MemoryExports) {
    this.#exports = exports;
  }

  /** The text that lies there in UTF-8. */
  text(pointer: number, length: number) {
    const bytes = this.#view();
    const start = pointer >>> 0;
    if (length < SHORT) {
      let text = '';
      let i = start;
      for (; i < start + length && bytes[i] < 128; i += 1) text += String.fromCharCode(bytes[i]);
      if (i === start + length) return text;
    }
    return this.#decoder.decode(bytes.subarray(start, start + (length >>> 0)));
  }

  /** The numbers that lie there: a view, which is for the call alone. */
  numbers(pointer: number, count: number) {
    return new Float64Array(this.#exports.memory.buffer, pointer >>> 0, count >>> 0);
  }

  /** Writes a text where the module reads what an import returns; returns its length in bytes. */
  write(text: string) {
    if (text.length < SHORT && this.#wroteShort(text)) return text.length;
    const encoded = this.#encoder.encode(text);
    // First: making space may let the memory grow.
    const start = this.#exports.rondel_room(encoded.length) >>> 0;
    this.#view().set(encoded, start);
    return encoded.length;
  }

  /** The text of this length that the module has left there. */
  read(length: number) {
    return this.text(this.#exports.rondel_room(length), length);
  }

  #wroteShort(text: string) {
    const start = this.#exports.rondel_room(text.length) >>> 0;
    const bytes = this.#view();
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code > 127) return false;
      bytes[start + i] = code;
    }
    return true;
  }

  /** Returns a view of the memory. When the memory has grown, the previous view has length 0, which is cheaper to check than the buffer. */
  #view() {
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(this.#exports.memory.buffer);
    return this.#bytes;
  }
}
