import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hintKind } from "../../src/deployment/hint-kind.ts";
import { type Initial, initial } from "../../src/flow/init.ts";
import { directoryTree } from "../../src/repository/directory-tree.ts";
import { isProblem } from "../../src/repository/problem.ts";
import { ARCHITECTURES, type Architecture } from "./architecture-facts.ts";

const ROOT = new URL("../../../shared/realworld/manifests/", import.meta.url);
const present = existsSync(ROOT);
const absent = present ? "" : " (skipped: ../shared is absent)";

async function draftOf({ folder, only }: Architecture): Promise<Initial> {
  const tree = await directoryTree(new URL(folder, ROOT).pathname);
  if (isProblem(tree)) throw new Error(tree.message);
  const entries = new Map([...tree.entries].filter(([path]) => only.test(path)));
  const options = { samples: 1000, seed: 1 };
  return initial({ tree: { ...tree, entries }, prefix: "", options });
}

/** `caller -> callee` of each line, as far as the manifests have both. */
function statedCalls({ calls }: Architecture, known: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    calls.split("\n").flatMap((line) => {
      const [caller = "", callees = ""] = line.trim().split(" -> ");
      return callees
        .split(", ")
        .filter((callee) => known.has(caller) && known.has(callee))
        .map((callee) => `${caller} -> ${callee}`);
    }),
  );
}

/** Services that variables or arguments tell of others, and the brokers that they are told of. */
function configuredServices({ draft, deployment }: Initial): (call: string) => boolean {
  const callers = new Set(
    (deployment?.hints ?? [])
      .filter((hint) => hint.key !== "depends_on" && hintKind(hint) !== "telemetry")
      .map(({ from }) => from.name),
  );
  const brokers = new Set(
    (draft?.dependencies ?? []).filter(({ mode }) => mode === "async").map(({ from }) => from.name),
  );
  return (call) => {
    const [caller = "", callee = ""] = call.split(" -> ");
    return callers.has(caller) || (brokers.has(caller) && callers.has(callee));
  };
}

async function measure(architecture: Architecture) {
  const found = await draftOf(architecture);
  const names = [...(found.draft?.services ?? []), ...(found.draft?.unnamed ?? [])];
  const known = new Set(names.map(({ name }) => name));
  const drafted = (found.draft?.dependencies ?? []).map(
    ({ from, to }) => `${from.name} -> ${to.name}`,
  );
  const isConfigured = configuredServices(found);
  const over = (isMeant: (call: string) => boolean) => {
    const stated = [...statedCalls(architecture, known)].filter(isMeant);
    const ours = drafted.filter(isMeant);
    return {
      stated: stated.length,
      drafted: ours.length,
      missed: stated.filter((one) => !ours.includes(one)),
      unstated: ours.filter((one) => !stated.includes(one)),
    };
  };
  return { configured: over(isConfigured), all: over(() => true) };
}

type Measured = Awaited<ReturnType<typeof measure>>["all"];

function recall({ stated, missed }: Measured): number {
  return stated === 0 ? 1 : 1 - missed.length / stated;
}

function precision({ drafted, unstated }: Measured): number {
  return drafted === 0 ? 1 : 1 - unstated.length / drafted;
}

function line(name: string, what: string, one: Measured): string {
  const figures = `recall ${recall(one).toFixed(3)} of ${one.stated}, precision ${precision(one).toFixed(3)} of ${one.drafted}`;
  const missed = one.missed.length === 0 ? "" : `; missed: ${one.missed.join(", ")}`;
  const unstated = one.unstated.length === 0 ? "" : `; on no page: ${one.unstated.join(", ")}`;
  return `${name} (${what}): ${figures}${missed}${unstated}`;
}

describe.skipIf(!present)(`drafted dependencies and the projects' own pages${absent}`, () => {
  it.each(ARCHITECTURES.filter(({ configured }) => configured))(
    "$name: at least 0.9 of both, over callers that variables configure",
    async (architecture) => {
      const { configured, all } = await measure(architecture);
      console.info(line(architecture.name, "configured by variables", configured));
      console.info(line(architecture.name, "all", all));
      expect(configured.stated).toBeGreaterThan(5);
      expect(recall(configured)).toBeGreaterThanOrEqual(0.9);
      expect(precision(configured)).toBeGreaterThanOrEqual(0.9);
    },
  );

  it.each(ARCHITECTURES.filter(({ configured }) => !configured))(
    "$name has its callers compiled in: what is drafted is true, and little",
    async (architecture) => {
      const { all } = await measure(architecture);
      console.info(line(architecture.name, "all", all));
      expect(precision(all)).toBe(1);
      expect(all.drafted).toBeGreaterThan(0);
    },
  );
});
