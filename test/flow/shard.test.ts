import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DiffRequest, diff } from "../../src/flow/diff.ts";
import { engine } from "../../src/flow/engine.ts";
import { readComparisons } from "../../src/flow/read-comparisons.ts";
import { evaluateShard } from "../../src/flow/shard.ts";
import { type ShardFile, writeShard } from "../../src/flow/shard-file.ts";
import { answeredEngine, shardAnswers } from "../../src/flow/shard-merge.ts";
import { parseShard } from "../../src/flow/shard-reader.ts";
import { gateModel } from "../../src/gate/compare-models.ts";
import { dice, requestOf, shopOf } from "./shard-shop.ts";

const RUNS = { seed: 8, numRuns: 6 };

async function judged(request: DiffRequest): Promise<string> {
  const outcome = await diff(request);
  if (outcome.kind === "invalid") throw new Error(JSON.stringify(outcome.diagnostics));
  return JSON.stringify(outcome.judgements);
}

async function shardOf(request: DiffRequest, index: number, of: number): Promise<ShardFile> {
  const outcome = await evaluateShard(request, { index, of });
  if (outcome.kind === "invalid") throw new Error(JSON.stringify(outcome.diagnostics));
  // As it is read back by another job.
  const read = parseShard(writeShard(outcome.file));
  if (typeof read === "string") throw new Error(read);
  return read;
}

/** Each shard by a job of its own, which reads both commits anew, in this order. */
async function shardsOf(request: () => DiffRequest, order: readonly number[]) {
  const files: ShardFile[] = [];
  for (const index of order) files.push(await shardOf(request(), index, order.length));
  return files.toSorted((one, other) => one.shard.index - other.shard.index);
}

/** The verdicts and their figures alone, without what explains them. */
async function gated(request: DiffRequest, shards: readonly ShardFile[] | null = null) {
  const read = await readComparisons(request);
  if (read.kind === "invalid") throw new Error(JSON.stringify(read.diagnostics));
  const { comparisons, options } = read;
  const ends = { base: request.base.tree.commit, head: request.head.tree.commit };
  const by =
    shards === null
      ? engine
      : answeredEngine(engine, shardAnswers(comparisons, options, ends, shards));
  return JSON.stringify(comparisons.map((one) => gateModel(one, by, options)));
}

/** As many states as there were, in all of which the first subject fails. */
function allFailed({ tallies }: ShardFile): ShardFile["tallies"] {
  const failing = (patterns: ReadonlyMap<number, number>) =>
    new Map([[1, [...patterns.values()].reduce((sum, count) => sum + count, 0)]]);
  return new Map(
    [...tallies].map(([at, stretches]) => [
      at,
      new Map([...stretches].map(([place, patterns]) => [place, failing(patterns)])),
    ]),
  );
}

// Many whole runs: a busy machine takes minutes.
describe("a gate over shards", { timeout: 300_000 }, () => {
  it("judges as one run does, to the last byte, however many shards there are and in any order", async () => {
    const order = fc.integer({ min: 1, max: 7 }).chain((of) =>
      fc.shuffledSubarray(
        Array.from({ length: of }, (_, at) => at + 1),
        { minLength: of },
      ),
    );
    let drawn = 0;
    await fc.assert(
      fc.asyncProperty(dice, order, async (shop, indices) => {
        const request = () => requestOf(shopOf(shop), { samples: 20_000, seed: 3 });
        const whole = await judged(request());
        const files = await shardsOf(request, indices);
        expect(await judged({ ...request(), shards: async () => files })).toBe(whole);
        if (whole.includes("monte-carlo")) drawn++;
      }),
      RUNS,
    );
    expect(drawn).toBe(RUNS.numRuns);
  });

  it("shares out the states of one figure where there are many", async () => {
    const shop = { ...fc.sample(dice, { seed: 4, numRuns: 1 })[0]!, calm: true };
    const request = () => requestOf(shopOf(shop), { samples: 1_000_000, seed: 5 });
    const whole = await gated(request());
    const files = await shardsOf(request, [2, 3, 1]);
    const states = files.map(({ tallies }) =>
      [...tallies.values()]
        .flatMap((stretches) => [...stretches.values()].flatMap((one) => [...one.values()]))
        .reduce((sum, count) => sum + count, 0),
    );
    expect(Math.min(...states)).toBeGreaterThan(0.9 * Math.max(...states));
    expect(await gated(request(), files)).toBe(whole);
    const forged = files.map((file) => ({ ...file, tallies: allFailed(file) }));
    expect(await gated(request(), forged)).not.toBe(whole);
  });

  it("takes over what the shards found, and works none of it out again", async () => {
    const shop = fc.sample(dice, { seed: 6, numRuns: 1 })[0]!;
    const request = () => requestOf(shopOf(shop), { samples: 20_000, seed: 3 });
    const files = await shardsOf(request, [1, 2]);
    const [first] = files;
    const [at, answer] = [...first!.answers].find(([, one]) => "difference" in one)!;
    const lie = {
      ...answer,
      head: { availability: 0.123456, unavailability: 0.876544, method: "exact" as const },
    };
    const forged = { ...first!, answers: new Map(first!.answers).set(at, lie) };
    const shards = async () => [forged, files[1]!];
    expect(await judged({ ...request(), shards })).toContain("0.123456");
  });

  it("gives each shard about as many figures", async () => {
    const shop = { ...fc.sample(dice, { seed: 7, numRuns: 1 })[0]!, killed: [1, 2] };
    const request = () => requestOf(shopOf(shop), { samples: 2_000, seed: 3 });
    const sizes = (await shardsOf(request, [1, 2, 3])).map(({ answers }) => answers.size);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(3);
  });
});

describe("shards that are not of the run", () => {
  const shop = fc.sample(dice, { seed: 6, numRuns: 1 })[0]!;
  const request = () => requestOf(shopOf(shop), { samples: 2_000, seed: 3 });

  async function refused(change: (file: ShardFile) => ShardFile, other = request()) {
    const files = await shardsOf(request, [1, 2]);
    const shards = async () => [files[0]!, change(files[1]!)];
    return judged({ ...other, shards }).then(
      () => "accepted",
      (error: Error) => error.message,
    );
  }

  it("are told by what differs", async () => {
    expect(await refused((file) => file)).toBe("accepted");
    expect(await refused((file) => ({ ...file, head: "f".repeat(40) }))).toContain("head commit");
    expect(await refused((file) => ({ ...file, base: "f".repeat(40) }))).toContain("base commit");
    expect(await refused((file) => ({ ...file, tool: "9.9.9" }))).toContain("version of the tool");
    const seeded = { ...request(), options: { samples: 2_000, seed: 4 } };
    expect(await refused((file) => file, seeded)).toContain("its seed is `3`, not `4`");
    const sampled = { ...request(), options: { samples: 3_000, seed: 3 } };
    expect(await refused((file) => file, sampled)).toContain("its samples is `2000`, not `3000`");
  });

  it("are told where only what they read differs", async () => {
    const other = requestOf(shopOf({ ...shop, replicas: shop.replicas.map((one) => one + 1) }), {
      samples: 2_000,
      seed: 3,
    });
    expect(await refused((file) => file, other)).toContain("other specs or manifests");
  });

  it("lack no answer, and hold no other's", async () => {
    const without = (file: ShardFile) => ({
      ...file,
      answers: new Map([...file.answers].slice(1)),
    });
    expect(await refused(without)).toContain("does not hold what its part is");
    const more = (file: ShardFile) => {
      const [, answer] = [...file.answers][0]!;
      return { ...file, answers: new Map(file.answers).set(9_999, answer) };
    };
    expect(await refused(more)).toContain("does not hold what its part is");
  });
});
