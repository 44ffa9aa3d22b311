import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import type { Cause, Change, Result } from "../../src/gate/result.ts";
import { blamedLines } from "../../src/report/blame.ts";
import { renderJson } from "../../src/report/json.ts";
import { renderComment } from "../../src/report/markdown.ts";
import { renderText } from "../../src/report/text.ts";
import { CONTEXT, endpoint, exact, FEWER_PAYMENTS, model, result } from "./samples.ts";

const GONE: Change = {
  kind: "placement",
  subject: "cart",
  base: "spread over zone",
  head: null,
  file: "deploy/cart.yaml",
  line: 30,
  side: "base",
};
const SEEN: Change = { ...FEWER_PAYMENTS, kind: "evidence", base: "99.9%", head: "99.8%" };

const CAUSES: readonly Cause[] = [
  { changes: [SEEN], effect: -0.003 },
  { changes: [FEWER_PAYMENTS], effect: -0.0019 },
  { changes: [GONE, FEWER_PAYMENTS], effect: 0.0005 },
];

function moved(causes: readonly Cause[]): Result {
  const one = endpoint({ name: "POST /checkout", base: exact(0.001), head: exact(0.0054) });
  return result({ models: [model({ endpoints: [{ ...one, causes }] })] });
}

test("a terminal shows causes by their effect, those of evidence last, with their lines", () => {
  const text = renderText(moved(CAUSES), { color: false, width: 100 });
  const from = text.indexOf("Causes");
  expect(text.slice(from, text.indexOf("\n\n", from)).split("\n")).toEqual([
    "Causes, in percentage points",
    "  POST /checkout",
    "    −0.19  `payment` runs 1 replica instead of 3  deploy/payment.yaml:12",
    "    +0.05  `cart` is in no domain instead of `spread over zone`, and `payment` runs 1 replica instead of 3  deploy/cart.yaml:30 at base",
    "    −0.30  evidence: `payment` was seen to be up 99.8% instead of 99.9%  deploy/payment.yaml:12",
  ]);
});

test("a terminal shows no causes where nothing moved", () => {
  expect(renderText(moved([]), { color: false, width: 100 })).not.toContain("Causes");
});

test("the JSON tells each with its words, its line and what it is not told apart from", () => {
  const written = JSON.parse(renderJson(moved(CAUSES)));
  const [, own, both] = written.models[0].endpoints[0].causes;
  expect(own).toEqual({
    change: "`payment` runs 1 replica instead of 3",
    kind: "replicas",
    subject: "payment",
    file: "deploy/payment.yaml",
    line: 12,
    side: "head",
    effect: -0.0019,
  });
  expect(both.others).toEqual([FEWER_PAYMENTS]);
  const schema = JSON.parse(
    readFileSync(new URL("../../schema/result.schema.json", import.meta.url), "utf8"),
  );
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  validate(written);
  expect(validate.errors).toBeNull();
});

test("the JSON holds no text of the repository that leaves its line", () => {
  const named = { ...FEWER_PAYMENTS, subject: "a\u202eb\n::error::x" };
  const [one] = JSON.parse(renderJson(moved([{ changes: [named], effect: -0.0044 }]))).models[0]
    .endpoints[0].causes;
  expect(one.change).toBe("`a⟨U+202E⟩b␊::error::x` runs 1 replica instead of 3");
});

/** An endpoint that is as it was but under a fault, and fails there. */
function movedUnder(causes: readonly Cause[]): Result {
  const one = endpoint({ name: "POST /checkout", base: exact(0.001), head: exact(0.001) });
  const under = {
    fault: "zone-a-down",
    base: exact(0.004),
    head: exact(0.03),
    delta: -0.026,
    minimum: 0.99,
    verdict: "fail" as const,
    causes,
  };
  const failing = { ...one, under: [under], verdict: "fail" as const };
  return result({
    models: [model({ endpoints: [failing] })],
    reasons: [
      {
        code: "below-slo",
        verdict: "fail",
        model: "availability.yaml",
        endpoint: "POST /checkout",
        fault: "zone-a-down",
        message: "`POST /checkout` falls below its minimum under `zone-a-down`",
      },
    ],
  });
}

const UNDER: readonly Cause[] = [
  { changes: [FEWER_PAYMENTS], effect: -0.03 },
  { changes: [GONE], effect: 0.004 },
];

test("what moved it under a fault stands open where that is what failed", () => {
  const text = renderText(movedUnder(UNDER), { color: false, width: 100 });
  const from = text.indexOf("Causes");
  expect(text.slice(from, text.indexOf("\n\n", from)).split("\n")).toEqual([
    "Causes, in percentage points",
    "  POST /checkout under zone-a-down",
    "    −3.00  `payment` runs 1 replica instead of 3  deploy/payment.yaml:12",
    "    +0.40  `cart` is in no domain instead of `spread over zone`  deploy/cart.yaml:30 at base",
  ]);
  const comment = renderComment(movedUnder(UNDER), CONTEXT);
  const open = comment.split("<details")[0]!;
  expect(open).toContain("**Why `POST /checkout` lost 2.60 points under `zone-a-down`**");
  expect(open).toMatch(/\| −3\.00 \| `payment` runs 1 replica instead of 3 \|/);
});

test("the lines of these causes are to blame, and no other", () => {
  const judged = movedUnder([UNDER[0]!]);
  const changed = { ...judged.models[0]!, changes: [FEWER_PAYMENTS, { ...SEEN, line: 99 }] };
  expect(blamedLines(changed, judged.reasons[0]!)).toEqual([
    { change: FEWER_PAYMENTS, effect: -0.03 },
  ]);
});

test("the JSON has them in the row of the fault", () => {
  const written = JSON.parse(renderJson(movedUnder(UNDER)));
  expect(written.models[0].endpoints[0].causes).toBeUndefined();
  const [row] = written.models[0].endpoints[0].under;
  expect(row.causes.map((one: { effect: number }) => one.effect)).toEqual([-0.03, 0.004]);
  expect(Object.keys(row).at(-1)).toBe("verdict");
  const schema = JSON.parse(
    readFileSync(new URL("../../schema/result.schema.json", import.meta.url), "utf8"),
  );
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  expect(validate(written), JSON.stringify(validate.errors)).toBe(true);
});

test("what draws leave open of a cause is told, on the terminal and in the JSON", () => {
  const drawn: Cause = { changes: [FEWER_PAYMENTS], effect: -0.0044, interval: [-0.0052, -0.0036] };
  expect(renderText(moved([drawn]), { color: false, width: 100 })).toContain(
    "−0.44  `payment` runs 1 replica instead of 3 (between −0.52 and −0.36)  deploy/payment.yaml:12",
  );
  const written = JSON.parse(renderJson(moved([drawn])));
  expect(written.models[0].endpoints[0].causes[0].interval).toEqual([-0.0052, -0.0036]);
  const schema = JSON.parse(
    readFileSync(new URL("../../schema/result.schema.json", import.meta.url), "utf8"),
  );
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  expect(validate(written), JSON.stringify(validate.errors)).toBe(true);
});
