// One system in a process of its own, so that its peak memory is its own:
// `node alone.mjs BUNDLE SYSTEM` prints the first answer's time, that of warm ones, and the peak.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { time } from "./time.mjs";

const [bundle, system] = process.argv.slice(2);
const { answer, subjectOf } = await import(pathToFileURL(bundle).href);
const file = JSON.parse(readFileSync(system, "utf8"));
const make = () => ({ ...subjectOf(file), fault: null });

const subject = make();
const before = performance.now();
const found = answer(subject);
const first = performance.now() - before;
const warm = time(make, (one) => answer(one), { warm: 5, runs: 15, limit: 10_000 });
const megabytes = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ ...found, first, warm, megabytes }));
