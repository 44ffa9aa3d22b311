import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Change, Result } from "../../src/gate/result.ts";
import { annotationsFor } from "../../src/report/annotations.ts";
import { hostileResult } from "./hostile.ts";
import {
  ACCEPTED,
  CALM,
  CASES,
  endpoint,
  exact,
  FAILING,
  FEWER_PAYMENTS,
  model,
  reason,
  result,
  UNDER_FAULTS,
} from "./samples.ts";

describe("annotations", () => {
  test("stand at the changes of head that may be to blame, with the worst reason", () => {
    const [first] = annotationsFor(FAILING);
    expect(first).toEqual({
      level: "error",
      file: "deploy/payment.yaml",
      line: 12,
      title: "Availability gate",
      message:
        "`payment` runs 1 replica instead of 3. `POST /checkout` falls below its SLO: 99.32% is 0.18 points below 99.5% (and 1 more)",
    });
    // What is gone has no line at head.
    expect(annotationsFor(FAILING).map((one) => one.file)).not.toContain("availability.yaml");
  });

  test("stand at the causes where they are known, the dearest first, and not at what made it better", () => {
    const catalog = { ...FEWER_PAYMENTS, subject: "catalog", file: "deploy/catalog.yaml" };
    const causes = [
      { changes: [{ ...catalog, subject: "better", file: "deploy/better.yaml" }], effect: 0.001 },
      { changes: [catalog], effect: -0.0015 },
      { changes: [FEWER_PAYMENTS], effect: -0.004 },
      { changes: [{ ...catalog, subject: "dust", file: "deploy/dust.yaml" }], effect: -1e-6 },
      // Two that are not told apart: neither has an effect of its own.
      {
        changes: [
          { ...catalog, line: 7 },
          { ...catalog, line: 8 },
        ],
        effect: -0.0004,
      },
    ];
    const one = result({
      ...FAILING,
      models: FAILING.models.map((each) => ({
        ...each,
        endpoints: each.endpoints.map((e) => (e.name === "POST /checkout" ? { ...e, causes } : e)),
        // The other endpoint only comes close: its reason has no cause, and blames what may be one.
        changes: [],
      })),
    });
    const told = annotationsFor(one).filter(({ level }) => level === "error");
    expect(told.map(({ file, line }) => `${file}:${line}`)).toEqual([
      "deploy/payment.yaml:12",
      "deploy/catalog.yaml:12",
      "deploy/catalog.yaml:7",
      "deploy/catalog.yaml:8",
    ]);
    expect(told[0]?.message).toBe(
      "`payment` runs 1 replica instead of 3, which costs 0.40 points. `POST /checkout` falls below its SLO: 99.32% is 0.18 points below 99.5%",
    );
    expect(told[2]?.message).not.toContain("costs");
  });

  test("tell diagnostics at their lines, but no notices", () => {
    const files = annotationsFor(FAILING).map(({ level, file }) => [level, file]);
    expect(files).toContainEqual(["warning", "charts/shop/templates/web.yaml"]);
    expect(files).toHaveLength(2);
  });

  test("warn only where a person accepted, and are silent where nothing is wrong", () => {
    expect(annotationsFor(ACCEPTED).map((one) => one.level)).not.toContain("error");
    expect(annotationsFor(CALM)).toEqual([]);
  });

  test("stand at the promise that was loosened", () => {
    const one = result({
      verdict: "fail",
      reasons: [reason("loosened", "fail", "GET /a", "`GET /a` lowers its SLO")],
      models: [
        model({
          verdict: "fail",
          endpoints: [endpoint({ name: "GET /a", base: exact(0), head: exact(0) })],
          changes: [
            FEWER_PAYMENTS,
            {
              kind: "slo",
              subject: "GET /a",
              base: "99.9%",
              head: "99%",
              file: "availability.yaml",
              line: 31,
              side: "head",
            },
          ],
        }),
      ],
    });
    expect(annotationsFor(one).map(({ file, line }) => [file, line])).toEqual([
      ["availability.yaml", 31],
    ]);
  });

  test("stand at what may be to blame for a figure under a fault, if it fell", () => {
    const [first] = annotationsFor(UNDER_FAULTS);
    expect(first).toMatchObject({
      level: "error",
      file: "deploy/payment.yaml",
      line: 20,
      message:
        "`payment` is `all in zone/eu-west-1a` instead of `spread over zone`. `POST /checkout` falls below its minimum under `any-zone-down`: 98.20% is 0.80 points below 99%",
    });
    const still = UNDER_FAULTS.models.map((one) => ({
      ...one,
      endpoints: one.endpoints.map((each) => ({ ...each, under: [] })),
    }));
    expect(annotationsFor({ ...UNDER_FAULTS, models: still })).toMatchObject([
      { file: "availability.yaml", line: 1 },
    ]);
  });

  test("stand at no fault for a figure that another one moved, or none", () => {
    const changes = (["any-zone-down", "rolling-update"] as const).flatMap((subject, i) =>
      (["fault-added", "fault-changed"] as const).map(
        (kind): Change => ({
          kind,
          subject,
          base: null,
          head: "zone/a down",
          file: "availability.yaml",
          line: 10 * i + 1,
          side: "head",
        }),
      ),
    );
    const blamed = (of: Result) => {
      const models = of.models.map((one) => ({ ...one, changes }));
      return annotationsFor({ ...of, models })
        .filter(({ message }) => message.includes("zone/a"))
        .map(({ line }) => line);
    };
    expect(blamed(UNDER_FAULTS)).toEqual([1]);
    expect(blamed(FAILING)).toEqual([]);
  });

  test("stand at the minimum that was loosened", () => {
    const about = (fault: string) => ({
      ...reason("loosened", "fail", "GET /a", "`GET /a` lowers its minimum"),
      fault,
    });
    const promise = (subject: string, line: number): Change => ({
      kind: "under",
      subject,
      base: "99.9%",
      head: "99%",
      file: "availability.yaml",
      line,
      side: "head",
    });
    const changes = [promise("GET /a under x", 31), promise("GET /a under y", 32)];
    const one = result({
      verdict: "fail",
      reasons: [about("y")],
      models: [
        model({
          verdict: "fail",
          endpoints: [endpoint({ name: "GET /a", base: exact(0), head: exact(0) })],
          changes,
        }),
      ],
    });
    expect(annotationsFor(one).map(({ line }) => line)).toEqual([32]);
  });

  test("stand at the spec where no line is to blame, unless it is gone", () => {
    const loosened = CASES.loosened ?? FAILING;
    expect(annotationsFor(loosened).map(({ file, line }) => [file, line])).toEqual([
      ["availability.yaml", 1],
    ]);
    const gone: Result = {
      ...loosened,
      models: loosened.models.map((one) => ({
        ...one,
        endpoints: one.endpoints.map((each) => ({ ...each, head: null })),
      })),
    };
    expect(annotationsFor(gone)).toEqual([]);
  });

  test("are ten of a level at most, errors first, a line each", () => {
    const changes = Array.from({ length: 30 }, (_, i) => ({ ...FEWER_PAYMENTS, line: i + 1 }));
    const many = { ...FAILING, models: FAILING.models.map((one) => ({ ...one, changes })) };
    expect(annotationsFor(many).filter((one) => one.level === "error")).toHaveLength(10);
    fc.assert(
      fc.property(hostileResult, (one) => {
        const found = annotationsFor(one);
        const levels = found.map(({ level }) => level);
        expect(levels).toEqual(levels.toSorted());
        for (const { message } of found) expect(message).toMatch(/^[^\p{Cc}]*$/u);
      }),
      { seed: 2, numRuns: 300 },
    );
  });
});
