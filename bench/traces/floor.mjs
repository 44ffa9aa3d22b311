// The least that a reader of the file must do: every line decoded and through JSON.parse.
import { createReadStream } from "node:fs";

let rest = [];
let lines = 0;

function parse(parts) {
  const text = (parts.length === 1 ? parts[0] : Buffer.concat(parts)).toString("utf8");
  if (JSON.parse(text).resourceSpans !== undefined) lines += 1;
}

for await (const chunk of createReadStream(process.argv[2], { highWaterMark: 1 << 20 })) {
  let from = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
    parse([...rest, chunk.subarray(from, at)]);
    rest = [];
    from = at + 1;
  }
  if (from < chunk.length) rest.push(chunk.subarray(from));
}
console.log(lines);
