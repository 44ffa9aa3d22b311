import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SERVICES = 60;
const ENDPOINTS = 24;
const KILLS = 12;

/** A repository of two commits whose figures are many and none of them cheap: kills, and alternatives far away. */
export function generateHardRepository(folder) {
  mkdirSync(join(folder, "deploy"), { recursive: true });
  git(folder, "init", "--quiet", "--initial-branch=main");
  writeFileSync(join(folder, "availability.yaml"), JSON.stringify(specification()));
  for (let at = 0; at < SERVICES; at++) deploy(folder, at, 1 + (at % 4));
  const base = commit(folder);
  deploy(folder, 7, 1);
  deploy(folder, 45, 4);
  const head = commit(folder);
  const about = `${SERVICES} services, ${ENDPOINTS} endpoints, ${KILLS} kills`;
  return { base, head, about };
}

function specification() {
  const next = generator(12345);
  const below = (most) => Math.floor(next() * most);
  const calls = new Set();
  for (let from = 0; from < SERVICES - 1; from++) {
    for (let call = 0; call < 4; call++) {
      const to = Math.min(SERVICES - 1, from + 1 + below(10));
      calls.add(`s${from} -> s${to}`);
    }
  }
  const far = () => Math.floor(SERVICES * 0.6) + below(SERVICES * 0.4);
  const either = () => {
    const one = far();
    const other = one + 1 < SERVICES ? one + 1 : one - 1;
    return { anyOf: [`s${one}`, `s${other}`] };
  };
  const numbered = (count, name, value) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, value(at)]));
  return {
    version: 1,
    manifests: ["deploy/*.json"],
    defaults: { replicaAvailability: "99%", dependencyAvailability: "99.9%" },
    dependencies: [...calls],
    faults: numbered(KILLS, "kill", (at) => ({ kill: { fraction: `${5 + at}%` } })),
    endpoints: numbered(ENDPOINTS, "GET /", (at) => ({
      entry: `s${at % 5}`,
      needs: [either(), either()],
      slo: "90%",
    })),
  };
}

function deploy(folder, at, replicas) {
  const metadata = { name: `s${at}` };
  const object = { apiVersion: "apps/v1", kind: "Deployment", metadata, spec: { replicas } };
  writeFileSync(join(folder, `deploy/s${at}.json`), JSON.stringify(object));
}

function commit(folder) {
  git(folder, "add", "--all");
  const who = ["-c", "user.name=bench", "-c", "user.email=bench@example.com"];
  git(folder, ...who, "commit", "--quiet", "--message=bench");
  return git(folder, "rev-parse", "HEAD");
}

function git(folder, ...args) {
  return execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
}

/** The same numbers in [0, 1) each time: Park and Miller's generator. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
