// Node.js's legacy url.parse, which its documentation calls lenient and non-standard.
//
// uri-lineage conform rfc3986 -- node --no-deprecation examples/conform/url_parse.mjs
import { createInterface } from "node:readline";
import { parse } from "node:url";

for await (const line of createInterface({ input: process.stdin })) {
    let answer = { valid: false };
    try {
        const url = parse(JSON.parse(line));
        answer = { valid: true, scheme: url.protocol?.slice(0, -1) ?? null, user: url.auth, host: url.hostname, port: url.port,
            path: url.pathname, query: url.query, fragment: url.hash?.slice(1) ?? null };
    } catch (error) {
        if (!(error instanceof TypeError || error instanceof URIError)) throw error;
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
}
