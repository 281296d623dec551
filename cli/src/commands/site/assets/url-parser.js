// The parser of the URL Standard: a program that is compiled from the library for `WebAssembly`. It reads texts, one a line, from its
// standard input, and writes for each what it makes of it as JSON.
"use strict";

const UrlParser = {
  async load() {
    await Machines.script("url-parser-program");
    return WebAssembly.compile(await Machines.bytes(URL_PARSER));
  },

  // The record of each text, or null, and the validation errors. No text contains a line end.
  of(module, texts) {
    if (texts.length === 0) return [];
    const input = new TextEncoder().encode(texts.map((text) => `${text}\n`).join(""));
    const output = UrlParser.run(module, input);
    return output.trimEnd().split("\n").map((line) => JSON.parse(line));
  },

  // Runs the program once. These are the functions of WASI by which it reads and writes.
  run(module, input) {
    const decoder = new TextDecoder();
    let [read, written] = [0, ""];
    const view = () => new DataView(instance.exports.memory.buffer);
    const bytes = (at, length) => new Uint8Array(instance.exports.memory.buffer, at, length);
    const buffers = (list, count) =>
      Array.from({ length: count }, (_, number) => bytes(view().getUint32(list + 8 * number, true), view().getUint32(list + 8 * number + 4, true)));
    const zero = (...places) => {
      places.forEach((place) => view().setUint32(place, 0, true));
      return 0;
    };
    const wasi = {
      fd_read(_, list, count, place) {
        const before = read;
        for (const buffer of buffers(list, count)) {
          const piece = input.subarray(read, read + buffer.length);
          buffer.set(piece);
          read += piece.length;
        }
        view().setUint32(place, read - before, true);
        return 0;
      },
      fd_write(_, list, count, place) {
        let length = 0;
        for (const buffer of buffers(list, count)) {
          written += decoder.decode(buffer, { stream: true });
          length += buffer.length;
        }
        view().setUint32(place, length, true);
        return 0;
      },
      environ_get: () => 0,
      environ_sizes_get: zero,
      random_get: () => 0,
      proc_exit(code) {
        throw new Error(`the parser ends with ${code}`);
      },
    };
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi });
    instance.exports._start();
    return written;
  },
};
