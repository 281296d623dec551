// See engine.py.
const text = (hexadecimal) => Buffer.from(hexadecimal, "hex").toString("utf8");
for (const line of require("fs").readFileSync(0, "latin1").split("\n").filter(Boolean)) {
  const [pattern, flags, mode, strings] = line.split(" ");
  let compiled;
  try {
    new RegExp(text(pattern), text(flags));
    const whole = `(?<![\\s\\S])(?:${text(pattern)})(?![\\s\\S])`;
    compiled = new RegExp(mode === "whole" ? whole : text(pattern), text(flags) + "d");
  } catch {
    console.log("error");
    continue;
  }
  const answer = (string) => {
    const match = compiled.exec(string);
    if (!match) return "-";
    if (!match.indices[1]) return ".";
    return match.indices[1].map((end) => Buffer.byteLength(string.slice(0, end))).join("..");
  };
  console.log(strings.split(",").map(text).map(answer).join(","));
}
