// Node.js's URL, the parser of the WHATWG's URL Standard: it accepts absolute URLs and normalizes what it reads.
//
// uri-lineage conform rfc3986:URI -- node examples/conform/url.mjs
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
    let answer = { valid: false };
    try {
        const url = new URL(JSON.parse(line));
        const user = url.password === "" ? url.username : `${url.username}:${url.password}`;
        answer = { valid: true, scheme: url.protocol.slice(0, -1), user, host: url.hostname, port: url.port,
            path: url.pathname, query: url.search.slice(1), fragment: url.hash.slice(1) };
    } catch (error) {
        if (!(error instanceof TypeError)) throw error;
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
}
