import DOMPurify from "dompurify";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { AffectedGraph, AffectedService } from "../../src/gate/explained.ts";
import { visible } from "../../src/report/escape.ts";
import { type Drawing, mermaidOf } from "../../src/report/mermaid.ts";
import { hostile } from "./hostile.ts";
import { FEWER_PAYMENTS } from "./samples.ts";

/** What Mermaid's own grammar makes of a drawing. */
type Parsed = {
  readonly vertices: readonly { id: string; text: string; type: string; classes: string[] }[];
  readonly edges: readonly { start: string; end: string; text: string; stroke: string }[];
};

let parse: (text: string) => Promise<Parsed>;

beforeAll(async () => {
  // What is drawn is sanitised in a page, which is not there: here the grammar is asked, nothing else.
  Object.assign(DOMPurify, { sanitize: String, addHook: () => undefined });
  const { default: mermaid } = await import("mermaid");
  mermaid.initialize({ startOnLoad: false, securityLevel: "strict" });
  parse = async (text) => {
    const { db } = (await mermaid.mermaidAPI.getDiagramFromText(text)) as unknown as {
      db: {
        getVertices: () => Map<string, Parsed["vertices"][number]>;
        getEdges: () => Parsed["edges"];
      };
    };
    return { vertices: [...db.getVertices().values()], edges: db.getEdges() };
  };
}, 60_000);

const ATTACKS = [
  'x"]; click s0 href "javascript:alert(1)"',
  "%%{init: {'securityLevel': 'loose'}}%%",
  "end",
  "style a fill:#f00;",
  "classDef x fill:#fff;",
  "`**bold** <img src=x>`",
  "fa:fa-user",
  "$$\\sqrt{x}$$",
  "#quot;#lt;script#gt;",
  "1. list",
  "- list",
  "---\ntitle: x\n---",
];

/** Pieces of Mermaid's syntax, and what attacks the other reports. */
const called = fc
  .array(fc.oneof(fc.constantFrom(...ATTACKS, '"', "]", ")", ";", "|", "}"), hostile), {
    maxLength: 4,
  })
  .map((pieces) => pieces.join(""));

const change = fc.constantFrom("added" as const, "removed" as const, "changed" as const, null);

const graphOf = (name: fc.Arbitrary<string>, most: number): fc.Arbitrary<AffectedGraph> =>
  fc
    .uniqueArray(
      fc.record({
        name,
        replicas: fc.nat(20),
        external: fc.boolean(),
        entry: fc.boolean(),
        change,
        limiting: fc.boolean(),
      }),
      { selector: (one) => one.name, minLength: 1, maxLength: most },
    )
    .chain((services) => {
      const end = fc.constantFrom(...services.map((one) => one.name));
      const mode = fc.constantFrom("sync" as const, "async" as const);
      return fc.record({
        services: fc.constant(services),
        dependencies: fc.array(
          fc.record({ from: end, to: end, mode, change, limiting: fc.boolean() }),
          { maxLength: 2 * most },
        ),
        omitted: fc.nat(3),
      });
    });

/** The text of a label as a page shows it. */
function shown(label: string): string {
  const text = label.replace(/ﬂ°°(\d+)¶ß/g, (_, point) => String.fromCodePoint(Number(point)));
  return text.replaceAll("$\u200b$", "$$$$").replaceAll("$\u200b$", "$$$$");
}

/** The name of a box without the lines that are ours. */
function named(label: string): string {
  return shown(label.split("<br/>")[0]!);
}

test("whatever services are called, Mermaid reads one box for each, with its name, and one arrow for each dependency", async () => {
  await fc.assert(
    fc.asyncProperty(graphOf(called, 6), async (graph) => {
      const { vertices, edges } = await parse(mermaidOf(graph, []).text);
      expect(vertices.map((one) => one.id)).toEqual(graph.services.map((_, at) => `s${at}`));
      for (const [at, one] of graph.services.entries()) {
        const [start = "", end = ""] = named(vertices[at]!.text).split("…");
        const whole = visible(one.name).trim() || "(blank)";
        expect(whole.startsWith(start.trim()) && whole.endsWith(end.trim())).toBe(true);
        expect(vertices[at]!.text.replaceAll("<br/>", "")).not.toMatch(/[<>"`&]/);
      }
      const ids = new Map(graph.services.map(({ name }, at) => [name, `s${at}`]));
      const arrows = (of: readonly (readonly [string, string, string])[]) =>
        of.map((one) => one.join(" ")).toSorted();
      expect(arrows(edges.map((one) => [one.start, one.end, one.stroke]))).toEqual(
        arrows(
          graph.dependencies.map(({ from, to, mode }) => [
            ids.get(from)!,
            ids.get(to)!,
            mode === "async" ? "dotted" : "normal",
          ]),
        ),
      );
    }),
    { seed: 7, numRuns: 150 },
  );
});

test.each(ATTACKS)("shows a name as it is: %j", async (attack) => {
  const { vertices, edges } = await parse(mermaidOf(graph([{ name: attack }]), []).text);
  expect(edges).toEqual([]);
  const [start = "", end = ""] = named(vertices[0]!.text).split("…");
  expect(visible(attack).startsWith(start) && visible(attack).endsWith(end)).toBe(true);
});

test("lets no name bring Mermaid's inner marks, which it would read once more as it draws", () => {
  const text = mermaidOf(graph([{ name: "ﬂ°°60¶ßimg" }]), []).text;
  expect(text).not.toMatch(/#(?:64258|182);/);
  expect(text).toContain("#10216;U#43;FB02#10217;");
});

test("says in words and by class what changed and what limits; asynchronous arrows are dashed", async () => {
  const one = graph(
    [
      { name: "front", entry: true },
      { name: "payment", replicas: 1, change: "changed", limiting: true },
      { name: "stripe", external: true, change: "added" },
    ],
    [
      { from: "front", to: "payment", mode: "sync", change: null, limiting: true },
      { from: "payment", to: "stripe", mode: "async", change: "added", limiting: false },
    ],
  );
  const { vertices, edges } = await parse(mermaidOf(one, [FEWER_PAYMENTS]).text);
  expect(vertices.map(({ text, classes, type }) => [shown(text), classes, type])).toEqual([
    ["front<br/>3 replicas", ["plain"], "stadium"],
    ["payment<br/>1 replica, was 3<br/>limiting", ["both"], "square"],
    ["stripe<br/>external<br/>new", ["changed"], "subroutine"],
  ]);
  expect(edges.map(({ text, stroke }) => [text, stroke])).toEqual([
    ["limiting", "normal"],
    ["new", "dotted"],
  ]);
});

test("stays within what Mermaid draws, what tells the most first, and says what it leaves out", async () => {
  const services = Array.from({ length: 40 }, (_, at) => ({
    name: `${at}${"\u{1f600}".repeat(99)}`,
  }));
  const names = services.map(({ name }) => name);
  const dependencies = names.flatMap((from) =>
    names.map((to) => ({ from, to, mode: "sync" as const, change: null, limiting: false })),
  );
  const last = { ...dependencies[0]!, limiting: true };
  const drawing: Drawing = mermaidOf(graph(services, [...dependencies, last]), []);
  expect(drawing.text.length).toBeLessThan(50_000);
  const { edges } = await parse(drawing.text);
  expect(edges.length).toBeLessThanOrEqual(280);
  expect(edges.length + drawing.omitted).toBe(1_601);
  expect(edges.filter(({ text }) => text === "limiting")).toHaveLength(1);
});

function graph(
  services: readonly (Partial<AffectedService> & { readonly name: string })[],
  dependencies: AffectedGraph["dependencies"] = [],
): AffectedGraph {
  const plain = { replicas: 3, external: false, entry: false, change: null, limiting: false };
  return { services: services.map((one) => ({ ...plain, ...one })), dependencies, omitted: 0 };
}
