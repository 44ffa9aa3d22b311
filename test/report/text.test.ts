import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Result } from "../../src/gate/result.ts";
import { renderDiagnostics } from "../../src/report/diagnostics.ts";
import { renderText } from "../../src/report/text.ts";
import { displayWidth } from "../../src/report/text-table.ts";
import { hostile, hostileResult } from "./hostile.ts";
import { CASES, endpoint, exact, model, result } from "./samples.ts";

const PLAIN = { color: false, width: 100 };

const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;

/** The Actions runner obeys these: `::` behind white space at the start of a line, `##[` anywhere. */
const COMMAND = /^\s*::|##\[/m;

describe("the text report", () => {
  test.each(Object.entries(CASES))("reads well: %s", (_, one) => {
    expect(renderText(one, PLAIN)).toMatchSnapshot();
  });

  test("says of a line at base that it is one", () => {
    const texts = Object.values(CASES).map((one) => renderText(one, PLAIN));
    expect(texts.some((text) => / availability\.yaml:24 at base$/m.test(text))).toBe(true);
    expect(texts.some((text) => / availability\.yaml:24$/m.test(text))).toBe(false);
  });

  test("lets no text of the repository leave its line, colour the terminal or command the runner", () => {
    fc.assert(
      fc.property(hostileResult, (one) => {
        const text = renderText(one, PLAIN);
        expect(text).not.toMatch(UNSEEN);
        expect(text).not.toMatch(COMMAND);
        expect(text.split("\n")).toHaveLength(linesOf(one));
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  test("has no colour of its own where it is off, and where it is on the same text", () => {
    for (const one of Object.values(CASES)) {
      const coloured = renderText(one, { ...PLAIN, color: true });
      const escapes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");
      expect(coloured).not.toBe(renderText(one, PLAIN));
      expect(coloured.replace(escapes, "")).toBe(renderText(one, PLAIN));
    }
  });

  test("keeps its columns under one another, and shortens names before it breaks lines", () => {
    const names = ["GET /a", "GET /日本語", `GET /${"long".repeat(30)}`];
    const endpoints = names.map((name) =>
      endpoint({ name, base: exact(0.001), head: exact(0.002) }),
    );
    const lines = renderText(result({ models: [model({ endpoints })] }), {
      color: false,
      width: 90,
    })
      .split("\n")
      .filter((line) => line.includes("99.8%") || line.includes("99.80%"));
    expect(lines).toHaveLength(3);
    const starts = lines.map((line) => displayWidth(line.slice(0, line.indexOf("99.9"))));
    expect(new Set(starts).size).toBe(1);
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(90);
  });
});

test("a terminal gives East Asian characters and emoji two columns, combining marks none", () => {
  expect(["abc", "日本語", "✅", "e\u0301"].map(displayWidth)).toEqual([3, 6, 2, 1]);
});

describe("diagnostics", () => {
  test("are a line each, as compilers write them", () => {
    const text = renderDiagnostics([
      {
        severity: "error",
        code: "unknown-service",
        message: "unknown service `paymnet`; did you mean `payment`?",
        file: "availability.yaml",
        line: 7,
        column: 5,
      },
      { severity: "warning", code: "any", message: "no manifests match" },
    ]);
    expect(text).toBe(
      "availability.yaml:7:5: error: unknown service `paymnet`; did you mean `payment`?\nwarning: no manifests match\n",
    );
  });

  test("stay on their line and command nobody", () => {
    fc.assert(
      fc.property(hostile, hostile, (file, message) => {
        const text = renderDiagnostics([
          { severity: "error", code: "any", message, file, line: 1 },
        ]);
        expect(text.trimEnd()).not.toMatch(UNSEEN);
        expect(text).not.toMatch(COMMAND);
      }),
      { seed: 2, numRuns: 1_000 },
    );
  });
});

/** How many lines the report has when every text of the repository is harmless. */
function linesOf(one: Result): number {
  const harmless: unknown = JSON.parse(JSON.stringify(one, harmlessText));
  return renderText(harmless as Result, PLAIN).split("\n").length;
}

/** Distinct names must stay distinct; what the report reads stays as it is. */
function harmlessText(key: string, value: unknown): unknown {
  const texts = [
    "name",
    "path",
    "model",
    "endpoint",
    "fault",
    "message",
    "subject",
    "file",
    "by",
    "how",
  ];
  if (typeof value !== "string" || !texts.includes(key)) return value;
  return `x${Buffer.from(value, "utf16le").toString("hex")}`;
}
