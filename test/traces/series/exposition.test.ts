import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readMetrics } from "../../../src/traces/series/read-metrics.ts";

const read = (text: string) => readMetrics(text, "scrape.prom");
const told = (text: string) =>
  read(text).diagnostics.map((one) => `${one.severity} ${one.file}:${one.line} ${one.message}`);
const flat = (text: string) =>
  read(text).series.map(({ name, labels, times, values }) => ({
    name,
    labels: Object.fromEntries(labels),
    times: [...times],
    values: [...values],
  }));

describe("the text of a scrape", () => {
  it("gives series of the metrics that are read, with their labels unescaped", () => {
    const text = [
      "# HELP up Whether a scrape went well \\n more",
      "# TYPE up gauge",
      'up{job="shop/cart",instance="10.0.0.1:80",} 1',
      'other_metric{a="b" this line is never looked at',
      ' up { job = "a \\"b\\" \\\\ c\\nd" } 0 1793534400000',
      "up NaN",
      'up{job="x"}\t+Inf',
      "",
    ].join("\r\n");
    expect(flat(text)).toEqual([
      {
        name: "up",
        labels: { job: "shop/cart", instance: "10.0.0.1:80" },
        times: [Number.NaN],
        values: [1],
      },
      { name: "up", labels: { job: 'a "b" \\ c\nd' }, times: [1_793_534_400], values: [0] },
      { name: "up", labels: {}, times: [Number.NaN], values: [Number.NaN] },
      { name: "up", labels: { job: "x" }, times: [Number.NaN], values: [Number.POSITIVE_INFINITY] },
    ]);
  });

  it("joins the samples of a dump in OpenMetrics, whose times are seconds, and leaves exemplars out", () => {
    const text = [
      'up{job="a"} 0 1793534430.5',
      'up{job="a"} 1 1793534400 # {trace_id="1"} 0.5 1793534400',
      '{"up", job="a"} 1 1793534460',
      "# EOF",
    ].join("\n");
    expect(flat(text)).toEqual([
      {
        name: "up",
        labels: { job: "a" },
        times: [1_793_534_400, 1_793_534_430.5, 1_793_534_460],
        values: [1, 0, 1],
      },
    ]);
  });

  it.each([
    ['up{job="a"', "or their braces not closed"],
    ['up{job="a",', "a label has no name, or its braces are not closed"],
    ['up{job="a} 1', "the value of `job` is not in quotes"],
    ["up{job=a} 1", "the value of `job` is not in quotes"],
    ['up{job="a",job="b"} 1', "the label `job` is written twice"],
    ['up{job="a" pod="b"} 1', "labels are not separated by commas"],
    ["up", "no value"],
    ["up one", "no value"],
    ["up 1 2 3", "no value, and nothing but a time after it"],
    ["up 1 noon", "the time after the value is no number"],
    ['{"up"="a"} 1', "it has no name"],
  ])("refuses %s", (line, message) => {
    const [one, ...others] = told(`# a scrape\nup{job="fine"} 1\n${line}\n`);
    expect(others).toEqual([]);
    expect(one).toContain("error scrape.prom:3");
    expect(one).toContain(message);
    expect(one).toMatch(/; correct the line, or scrape again$/);
    expect(read(`up{job="fine"} 1\n${line}\n`).series).toEqual([]);
  });

  it("refuses a series that stands twice without a time, long lines, and what is no metrics at all", () => {
    expect(told("up 1\nup 1\n")[0]).toContain("scrape.prom:2 `up 1`: the series stands here twice");
    expect(told(`up{a="${"x".repeat(70_000)}"} 1`)[0]).toContain("longer than 65536 characters");
    expect(told(`up{${"x".repeat(5000)}} 1`)[0]!.length).toBeLessThan(300);
    expect(told("<html>\n<body>up</body>")[0]).toContain("none of the metrics that are read");
    expect(told("  \n")[0]).toContain("empty");
  });

  it("keeps labels of any name apart from what objects inherit", () => {
    const [one] = read('up{__proto__="a",constructor="b",toString="c"} 1').series;
    expect([...one!.labels]).toEqual([
      ["__proto__", "a"],
      ["constructor", "b"],
      ["toString", "c"],
    ]);
  });

  it("reads back any labels and values that are written by the book, and never throws on others", () => {
    const label = fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_]{0,8}$/);
    const labels = fc.dictionary(label, fc.string({ unit: "binary", maxLength: 12 }), {
      maxKeys: 4,
    });
    fc.assert(
      fc.property(labels, fc.double({ noNaN: true }), (given, value) => {
        const escaped = (text: string) =>
          text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
        const inside = Object.entries(given).map(([key, text]) => `${key}="${escaped(text)}"`);
        const shown =
          Math.abs(value) === Number.POSITIVE_INFINITY
            ? value < 0
              ? "-Inf"
              : "+Inf"
            : String(value);
        const [one] = flat(`up{${inside.join(",")}} ${shown}\n`);
        expect(one).toEqual({
          name: "up",
          labels: { ...given },
          times: [Number.NaN],
          values: [value],
        });
      }),
      { seed: 4, numRuns: 300 },
    );
    const parts = fc.constantFrom(
      "up",
      "{",
      "}",
      '"',
      "\\",
      "=",
      ",",
      " ",
      "1",
      "a",
      "\n",
      "#",
      "NaN",
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 40 }), (some) => {
        expect(() => read(some.join(""))).not.toThrow();
      }),
      { seed: 4, numRuns: 2000 },
    );
  });

  it("takes no more than linear time over a hostile line", () => {
    const line = `up{a="${"\\\\".repeat(30_000)} 1`;
    const begun = performance.now();
    for (let i = 0; i < 20; i++) read(line);
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});
