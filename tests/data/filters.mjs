// A client that connects by Node.js's URL, behind filters that are regular expressions.
//
// It reads a JSON array of filters: their pattern, the host that is allowed with those below it, strings to begin with,
// and how many strings to make of them at random. For each filter it writes an array of the strings that pass it although
// the client connects to something else; the strings to begin with that do not are errors.
import { readFileSync } from "node:fs";

const PIECES = ["https:", "http:", "//", "/", "\\", "@", ":", ":80", "?", "#", ".", "www.", "evil.test", "example.com", "example", "com", "%2e", "%40",
    "[::1]", "127.0.0.1", "2130706433", "0x7f.1", "a", "-", "_", "&", "=", "\t", "\n", " ", "\u3002", "\uff45", "\u00ad", "x.png", ";", "ftp:", "ws:"];
const SCHEMES = ["http:", "https:", "ws:", "wss:", "ftp:"];

// A generator of numbers below a bound: the same ones in every run.
let state = 1997;
const below = (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
};

const isMissed = (regex, host, text) => {
    if (!regex.test(text)) return false;
    try {
        const url = new URL(text);
        const name = url.hostname;
        return !(SCHEMES.includes(url.protocol) && (name === host || name.endsWith(`.${host}`)));
    } catch {
        return false;
    }
};

const mutated = (text) => {
    let made = text;
    for (let times = 1 + below(3); times > 0; times -= 1) {
        const at = below(made.length + 1);
        const end = below(2) === 0 ? at : Math.min(made.length, at + 1 + below(4));
        made = made.slice(0, at) + (below(5) === 0 ? "" : PIECES[below(PIECES.length)]) + made.slice(end);
    }
    return made;
};

const answers = JSON.parse(readFileSync(0, "utf8")).map(({ pattern, host, seeds, count }) => {
    const regex = new RegExp(pattern);
    const wrong = seeds.filter((seed) => !isMissed(regex, host, seed));
    const found = new Set();
    const begins = [...seeds, `https://${host}/`, `http://www.${host}:80/a.png?b#c`];
    for (let made = 0; made < count; made += 1) {
        const text = mutated(begins[below(begins.length)]);
        if (text.isWellFormed() && isMissed(regex, host, text)) found.add(text);
    }
    return { wrong, found: [...found] };
});
process.stdout.write(JSON.stringify(answers));
