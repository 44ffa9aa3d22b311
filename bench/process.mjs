import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Time and peak memory of one run of this Node, and what it took of the processors: other work on the
 * machine stretches the first, and hardly the last. Children of it (git) are timed, and not weighed.
 */
export function measure(args, scratch) {
  const out = join(scratch, "peak");
  const hook = join(scratch, "hook.mjs");
  writeFileSync(
    hook,
    `import { writeFileSync } from "node:fs"; process.on("exit", () => writeFileSync(${JSON.stringify(out)}, JSON.stringify(process.resourceUsage())));`,
  );
  const start = process.hrtime.bigint();
  const done = spawnSync(process.execPath, ["--import", hook, ...args], {
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
  if (done.status !== 0 && done.status !== 1) {
    throw new Error(`exit ${done.status}: ${done.stderr}`);
  }
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(out, "utf8"));
  return {
    milliseconds,
    processorMilliseconds: (userCPUTime + systemCPUTime) / 1000,
    peakMegabytes: maxRSS / 1024,
  };
}
