import fc from "fast-check";
import type { DiffOutcome } from "../../src/flow/diff.ts";
import type { EndpointResult } from "../../src/gate/result.ts";
import { gate } from "./diff-targets.ts";
import { type Shop, shop, truth } from "./shop.ts";
import { filesOf, PLAINLY, type Spelling, spelling } from "./shop-files.ts";
import { near } from "./sound-model.ts";
import { type Target, target } from "./target.ts";
import { broken } from "./told.ts";

/** What a pull request does to the shop. */
type Edit = {
  readonly kind: "replicas" | "service" | "call" | "cut call" | "slo";
  readonly at: number;
  readonly by: number;
};

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom("replicas", "replicas", "service", "call", "cut call", "slo"),
  at: fc.nat(),
  by: fc.integer({ min: 0, max: 999 }),
});

/** Verdicts and figures beside the truth about the shop, of which the project sees nothing but files. */
export const verdictTargets: readonly Target[] = [
  target(
    "verdicts",
    100,
    fc.record({ base: shop, edits: fc.array(edit, { minLength: 1, maxLength: 2 }), how: spelling }),
    judgesEdits,
  ),
  target(
    "spellings",
    60,
    fc.record({
      base: shop,
      edits: fc.array(edit, { maxLength: 2 }),
      one: spelling,
      other: spelling,
    }),
    judgesAlike,
  ),
];

function edited(before: Shop, edits: readonly Edit[]): Shop {
  let after = before;
  for (const one of edits) after = { ...after, ...editOf(after, one) };
  return after;
}

function editOf({ services, calls, endpoints }: Shop, { kind, at, by }: Edit): Partial<Shop> {
  switch (kind) {
    case "replicas": {
      const scaled = changed(services, at, (one) =>
        one.from === "external" ? one : { ...one, replicas: by % 5 },
      );
      return { services: scaled };
    }
    case "service":
      return { services: changed(services, at, (one) => ({ ...one, up: 1 + by })) };
    case "call":
      return { calls: changed(calls, at, (one) => ({ ...one, up: 1 + by })) };
    case "cut call":
      return calls.length < 2 ? {} : { calls: calls.toSpliced(at % calls.length, 1) };
    case "slo":
      return { endpoints: changed(endpoints, at, (one) => ({ ...one, slo: 1 + (by % 999) })) };
  }
}

function changed<T>(all: readonly T[], at: number, change: (one: T) => T): readonly T[] {
  return all.map((one, i) => (i === at % all.length ? change(one) : one));
}

type EditCase = { readonly base: Shop; readonly edits: readonly Edit[]; readonly how: Spelling };

async function judgesEdits({ base, edits, how }: EditCase): Promise<void> {
  const head = edited(base, edits);
  const [before, after] = [filesOf(base, how), filesOf(head, how)];
  const same = await gate(before, { ...before });
  if (same.kind === "invalid" || same.judgements.length > 0) broken("the same commit is affected");
  const outcome = await gate(before, after);
  const rows = rowsOf(outcome, sameFiles(before, after));
  if (rows === null) return;
  const manifestsOnly = before["availability.yaml"] === after["availability.yaml"];
  for (const row of rows) {
    checkRow(row, { base, head, i: Number(row.name.slice(1)), manifestsOnly });
  }
}

/** `null` where nothing is to be judged. */
function rowsOf(outcome: DiffOutcome, isSame: boolean): readonly EndpointResult[] | null {
  if (outcome.kind === "invalid") broken("a sound commit refused", outcome.diagnostics);
  const [judgement] = outcome.judgements;
  if (isSame !== (judgement === undefined)) broken("a change was not seen, or seen where none is");
  return judgement?.model.endpoints ?? null;
}

function sameFiles(one: object, other: object): boolean {
  return (
    JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())
  );
}

type Facts = {
  readonly base: Shop;
  readonly head: Shop;
  readonly i: number;
  readonly manifestsOnly: boolean;
};

/** So near a threshold neither side of it is wrong. */
const TIE = 1e-9;

/** Contract §2, for a gate of defaults, from the truth alone. */
function checkRow(row: EndpointResult, { base, head, i, manifestsOnly }: Facts): void {
  const [promised, promises] = [base.endpoints[i]!, head.endpoints[i]!];
  const [was, is] = [truth(base, promised), truth(head, promises)];
  if (row.base === null || row.head === null || row.delta === null) broken("a figure is gone", row);
  if (!near(row.base.availability, was)) broken("a wrong figure at base", [row, was]);
  if (!near(row.head.availability, is)) broken("a wrong figure at head", [row, is]);
  if (!near(row.delta, is - was)) broken("a wrong difference", [row, is - was]);
  const slo = Math.max(promised.slo, promises.slo) / 1000;
  if (Math.abs(is - slo) < TIE || Math.abs(was - slo) < TIE) return;
  const isLoosened = promises.slo < promised.slo;
  const expected = isLoosened || (is < slo && (was >= slo || grewWorse(was, is)));
  if (is < slo && row.verdict === "pass") broken("green below its SLO", [row, is, slo]);
  if (expected && row.verdict !== "fail") broken("not red", [row, was, is, slo]);
  if (
    manifestsOnly &&
    !expected &&
    row.verdict === "fail" &&
    Math.abs((1 - is) / (1 - was) - 1.01) > TIE
  ) {
    broken("red without a reason", [row, was, is, slo]);
  }
}

/** Below before, and its downtime grew by more than 1%. */
function grewWorse(was: number, is: number): boolean {
  return 1 - is > (1 - was) * 1.01 + TIE;
}

type AlikeCase = {
  readonly base: Shop;
  readonly edits: readonly Edit[];
  readonly one: Spelling;
  readonly other: Spelling;
};

/** Whatever files say the same, the gate says the same. */
async function judgesAlike({ base, edits, one, other }: AlikeCase): Promise<void> {
  const head = edited(base, edits);
  const ways = [
    [filesOf(base, PLAINLY), filesOf(head, PLAINLY)],
    [filesOf(base, one), filesOf(head, other)],
  ] as const;
  const [plain, spelt] = await Promise.all(ways.map(([before, after]) => gate(before, after)));
  if (plain?.kind !== "judged" || spelt?.kind !== "judged")
    return broken("a sound commit refused", [plain, spelt]);
  const essence = (outcome: typeof plain) =>
    outcome.judgements.flatMap(({ model }) =>
      model.endpoints.map(({ name, base, head, delta, slo, verdict }) => ({
        name,
        base: base?.availability,
        head: head?.availability,
        delta,
        slo,
        verdict,
      })),
    );
  const [said, told] = [essence(plain), essence(spelt)];
  // Where nothing is changed, plainly spelt nothing is judged; otherwise spelt all is, and nothing moves.
  if (said.length === 0) {
    for (const row of told) {
      if (row.delta !== 0 || row.base !== row.head) broken("a spelling moves a figure", row);
      if (row.verdict === "fail") broken("a spelling is red", row);
    }
    return;
  }
  const sort = (rows: typeof said) =>
    JSON.stringify([...rows].sort((a, b) => (a.name < b.name ? -1 : 1)));
  if (sort(said) !== sort(told)) broken("spellings differ", [said, told]);
}
