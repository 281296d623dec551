// Automata over characters, as `tables.rs` packs them.
"use strict";

const Machines = {
  // The bytes of a compressed text.
  async bytes(data) {
    const packed = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  },

  // The numbers of a compressed text.
  async numbers(data) {
    const view = new DataView(await Machines.bytes(data));
    return Uint32Array.from({ length: view.byteLength / 4 }, (_, at) => view.getUint32(4 * at, true));
  },

  async load({ sizes, data }) {
    const numbers = await Machines.numbers(data);
    let at = 0;
    const take = (count) => numbers.subarray(at, (at += count));
    return sizes.map(([width, states, runs]) => {
      const ascii = take(128);
      const beyond = Array.from({ length: runs }, () => take(2));
      return { width, ascii, beyond, next: take(width * states), labels: take(states) };
    });
  },

  // The state after a character, by its code point. State 0 is dead, state 1 the start.
  step(machine, state, code) {
    return machine.next[state * machine.width + Machines.class(machine, code)];
  },

  class({ ascii, beyond }, code) {
    if (code < 128) return ascii[code];
    let [low, high] = [0, beyond.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (beyond[middle][0] <= code) low = middle;
      else high = middle;
    }
    return beyond[low][1];
  },

  // The longest prefix that can be continued: how many characters, and the state there.
  walk(machine, codes) {
    let state = 1;
    for (let at = 0; at < codes.length; at += 1) {
      const to = Machines.step(machine, state, codes[at]);
      if (to === 0) return { at, state };
      state = to;
    }
    return { at: codes.length, state };
  },

  // The state after a text; 0 if the text cannot come next.
  behind(machine, state, text) {
    return [...text].reduce((own, c) => own && Machines.step(machine, own, c.codePointAt(0)), state);
  },

  // Loads a script of data when it is first needed: the page must be light before one types.
  script(name) {
    Machines.scripts ??= new Map();
    if (!Machines.scripts.has(name)) {
      const loading = new Promise((loaded, failed) => {
        const script = document.createElement("script");
        script.src = `${document.body.dataset.top}assets/${name}.js`;
        script.onload = loaded;
        script.onerror = () => failed(new Error(`${script.src} cannot be loaded`));
        document.head.append(script);
      });
      Machines.scripts.set(name, loading);
    }
    return Machines.scripts.get(name);
  },
};
