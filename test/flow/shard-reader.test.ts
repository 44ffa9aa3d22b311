import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestOf, type ShardFile, writeShard } from "../../src/flow/shard-file.ts";
import { parseShard } from "../../src/flow/shard-reader.ts";
import { shardSet } from "../../src/flow/shard-set.ts";

const schema: object = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../schema/shard.schema.json"), "utf8"),
);
const isValid = new Ajv2020({ strict: false }).compile(schema);

const chance = fc.double({ min: 0, max: 1, noNaN: true });
const estimate = fc.record(
  {
    availability: chance,
    unavailability: chance,
    method: fc.constantFrom("exact" as const, "bounded" as const, "monte-carlo" as const),
    interval: fc.tuple(chance, chance),
    samples: fc.integer({ min: 1, max: 100_000_000 }),
  },
  { requiredKeys: ["availability", "unavailability", "method"] },
);
const decisions = fc.array(fc.constantFrom("yes" as const, "no" as const, "open" as const));
const difference = fc.record(
  { delta: fc.double({ min: -1, max: 1, noNaN: true }), interval: fc.tuple(chance, chance) },
  { requiredKeys: ["delta"] },
);
const answer = fc.oneof(
  fc.record({ estimate, decisions }),
  fc.record({ base: estimate, head: estimate, difference, decisions }),
);
const place = fc.nat({ max: 1_000 });
const patterns = fc
  .uniqueArray(fc.tuple(fc.maxSafeNat(), fc.integer({ min: 1, max: 9_999 })), {
    selector: ([pattern]) => pattern,
  })
  .map((pairs) => new Map(pairs));
const byPlace = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<ReadonlyMap<number, T>> =>
  fc
    .uniqueArray(fc.tuple(place, one), { selector: ([at]) => at, maxLength: 5 })
    .map((pairs) => new Map(pairs));

const files: fc.Arbitrary<ShardFile> = fc.record({
  shard: fc.integer({ min: 1, max: 256 }).map((of) => ({ index: 1 + (of >> 1), of })),
  tool: fc.constant("0.1.0"),
  base: fc.constant("a".repeat(40)),
  head: fc.constantFrom("b".repeat(64), "WORKTREE"),
  seed: fc.nat({ max: 2 ** 31 - 1 }),
  samples: fc.integer({ min: 1, max: 100_000_000 }),
  fingerprint: fc.constant("c".repeat(64)),
  answers: byPlace(answer),
  tallies: byPlace(byPlace(patterns)),
});

/** The same value with one of its parts put in another's place, or taken away. */
function mutated(value: unknown, dice: readonly number[]): unknown {
  const spots: (readonly [holder: Record<string, unknown>, key: string])[] = [];
  const copy: unknown = structuredClone(value);
  const walk = (one: unknown) => {
    if (typeof one !== "object" || one === null) return;
    for (const [key, inner] of Object.entries(one)) {
      spots.push([one as Record<string, unknown>, key]);
      walk(inner);
    }
  };
  walk(copy);
  const [holder, key] = spots[dice[0]! % spots.length]!;
  const odd = [null, -1, 1.5, "yes", [], {}, 1e308, "__proto__", true, undefined];
  const other = odd[dice[1]! % odd.length];
  if (other === undefined && !Array.isArray(holder)) delete holder[key];
  else holder[key] = other ?? null;
  return JSON.parse(JSON.stringify(copy));
}

/** With a digest that is right, so that nothing but the reader's own checks stands in the way. */
function signed(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const { digest, ...body } = value as Record<string, unknown>;
  return JSON.stringify(digest === undefined ? body : { ...body, digest: digestOf(body) });
}

describe("a shard file", () => {
  it("reads back as it was written, number for number, and is valid by its schema", () => {
    const property = fc.property(files, (file) => {
      const text = writeShard(file);
      expect(isValid(JSON.parse(text))).toBe(true);
      const read = parseShard(text);
      if (typeof read === "string") throw new Error(read);
      expect(writeShard(read)).toBe(text);
      expect(read).toEqual({ ...file, ...positive(file) });
    });
    fc.assert(property, { seed: 5, numRuns: 300 });
  });

  it("is refused wherever its schema refuses it", () => {
    let invalid = 0;
    const property = fc.property(files, fc.tuple(fc.nat(), fc.nat()), (file, dice) => {
      const text = signed(mutated(JSON.parse(writeShard(file)), dice));
      const value: unknown = JSON.parse(text);
      const read = parseShard(text);
      if (!isValid(value)) {
        invalid++;
        expect(typeof read).toBe("string");
      }
    });
    fc.assert(property, { seed: 5, numRuns: 2_000 });
    expect(invalid).toBeGreaterThan(1_000);
  });

  it("is refused where it was cut short or edited, wherever that is", () => {
    const [file] = fc.sample(files, { seed: 9, numRuns: 1 });
    const text = writeShard(file!);
    for (let end = 0; end < text.length - 2; end++) {
      expect(typeof parseShard(text.slice(0, end))).toBe("string");
    }
    const edited = text.replace('"seed":', '"seed":1');
    expect(parseShard(edited)).toMatch(/edited or damaged|number from/);
  });
});

/** A negative zero is written as zero. */
function positive({ answers }: ShardFile): Pick<ShardFile, "answers"> {
  return {
    answers: new Map([...answers].map(([at, one]) => [at, JSON.parse(JSON.stringify(one))])),
  };
}

describe("the shards of a run", () => {
  const [any] = fc.sample(files, { seed: 9, numRuns: 1 });
  const text = (index: number, of: number, seed = 1) => ({
    name: `shards/${index}.json`,
    text: writeShard({ ...any!, shard: { index, of }, seed }),
  });
  const told = (texts: Parameters<typeof shardSet>[0]) => {
    const found = shardSet(texts);
    return "message" in found ? found.message : found;
  };

  it("are put in order, and one that is there twice counts once", () => {
    const found = shardSet([text(3, 3), text(1, 3), { ...text(2, 3), name: "x" }, text(2, 3)]);
    if ("message" in found) throw new Error(found.message);
    expect(found.shards.map(({ shard }) => shard.index)).toEqual([1, 2, 3]);
    expect(found.notices).toEqual([
      "`shards/2.json` and `x` are the same shard, which counts once",
    ]);
  });

  it("are named where they are lost", () => {
    expect(told([])).toContain("no shard file");
    expect(told([text(1, 3), text(3, 3)])).toMatch(/^shard 2 of 3 is not there/);
    expect(told([text(5, 7)])).toMatch(/^shards 1, 2, 3, 4, 6, 7 of 7 are not there/);
    expect(told([text(1, 256)])).toMatch(/^shards 2, 3, 4, 5, 6, 7, 8, 9 and 247 more of 256/);
  });

  it("are of one run", () => {
    expect(told([text(1, 2), text(2, 2), { ...text(2, 2, 7), name: "x" }])).toContain(
      "both shard 2/2",
    );
    expect(told([text(1, 2), text(2, 3)])).toContain("is one of 2 shards");
    expect(told([{ name: "notes.txt", text: "hello" }])).toMatch(
      /^`notes.txt` is no shard file of this tool: it is no JSON/,
    );
  });
});
