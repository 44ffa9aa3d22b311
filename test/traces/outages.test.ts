import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { censorOf } from "../../src/traces/censor.ts";
import { readInstant } from "../../src/traces/instant.ts";
import { outageNotices } from "../../src/traces/outage-notices.ts";
import { type Outage, placeOutages } from "../../src/traces/outages.ts";
import { readOutages } from "../../src/traces/outages-file.ts";

const NOON = Date.UTC(2026, 10, 1, 12) * 1000;
const HOUR = 3600e6;

const told = (text: string, file = "outages.csv") =>
  readOutages(text, file).diagnostics.map(
    (one) => `${one.severity} ${one.file}:${one.line}:${one.column} ${one.message}`,
  );

/** What was read, without where. */
const given = (text: string, file: string) => {
  const { outages, diagnostics } = readOutages(text, file);
  return { outages: outages.map(({ of, from, until }) => ({ of, from, until })), diagnostics };
};

describe("a file of outages", () => {
  const expected: readonly Outage[] = [
    { of: { kind: "service", service: "payment" }, from: NOON, until: NOON + HOUR },
    {
      of: { kind: "instance", service: "cart", instance: "cart-0" },
      from: NOON,
      until: Number.POSITIVE_INFINITY,
    },
    { of: { kind: "node", node: "worker, 2" }, from: NOON + 0.5e6, until: NOON + 1e6 },
  ];

  it("is a table with a header", () => {
    const seconds = NOON / 1e6;
    const text = [
      "\ufeff# of November",
      "node,service,instance,from,until",
      ",payment,,2026-11-01T12:00:00Z,2026-11-01T14:00:00+01:00",
      `,cart,cart-0,${seconds},`,
      `"worker, 2",,,${seconds}.5,${seconds + 1}`,
    ];
    for (const end of ["\n", "\r\n"]) {
      expect(given(text.join(end), "o.csv")).toEqual({ outages: expected, diagnostics: [] });
    }
    const other = "service;from;until\npayment;2026-11-01T12:00:00Z;2026-11-01T13:00:00Z\n";
    expect(given(other, "o.csv").outages).toEqual(expected.slice(0, 1));
    expect(given(other.replaceAll(";", "\t"), "o.csv").outages).toEqual(expected.slice(0, 1));
  });

  it("is a list in YAML or JSON", () => {
    const list = [
      { service: "payment", from: "2026-11-01T12:00:00Z", until: "2026-11-01T13:00:00Z" },
      { service: "cart", instance: "cart-0", from: NOON / 1e6, until: null },
      { node: "worker, 2", from: "2026-11-01 12:00:00.5Z", until: "2026-11-01t12:00:01z" },
    ];
    const yaml = `outages:
  - { service: payment, from: 2026-11-01T12:00:00Z, until: 2026-11-01T13:00:00Z }
  - service: cart
    instance: cart-0
    from: ${NOON / 1e6}
    until:
  - { node: "worker, 2", from: "2026-11-01 12:00:00.5Z", until: "2026-11-01t12:00:01z" }
`;
    for (const text of [JSON.stringify(list), JSON.stringify({ outages: list }, null, 2), yaml]) {
      expect(given(text, "o.yaml")).toEqual({ outages: expected, diagnostics: [] });
    }
  });

  it("tells each line that is wrong, and reads the others", () => {
    const text = [
      "service,node,from,until,reason",
      "payment,,2026-11-01T12:00:00,2026-11-01T13:00:00Z,",
      "payment,,2026-02-30T12:00:00Z,1793534400000,",
      "payment,worker,1793534400,1793534401,",
      ",,1793534400,1793534401,",
      "payment,,1793534400,1793534400,",
      "payment,,1793534400,1793534401,fine",
    ].join("\n");
    expect(readOutages(text, "outages.csv").outages).toHaveLength(1);
    expect(told(text)).toEqual([
      "error outages.csv:2:1 `from`: `2026-11-01T12:00:00` is neither a time with its zone, such as `2026-11-01T08:00:00Z`, nor seconds since the epoch; write one",
      "error outages.csv:3:1 `from`: `2026-02-30T12:00:00Z` is no time that a calendar has; correct it",
      "error outages.csv:3:1 `until`: `1793534400000` is too late for seconds since the epoch; divide milliseconds by 1000",
      "error outages.csv:4:1 the outage names a `node` beside something else; give each a line of its own",
      "error outages.csv:5:1 the outage says of nothing that it was down; name a `node`, `service` or `instance`",
      "error outages.csv:6:1 `until` is not after `from`; correct one of them",
      "notice outages.csv:2:1 `reason` is not read; an outage has `node`, `service`, `instance`, `from`, `until`",
    ]);
  });

  it("refuses what is no list, no table, and a misspelt key", () => {
    expect(told('service,from\n"a,1\n')).toEqual([
      expect.stringMatching(/^error outages\.csv:\d+:1 a quote is not closed/),
    ]);
    expect(told("service,from,until\na,1,2,3\n")).toEqual([
      "error outages.csv:2:1 4 values below 3 columns; quote values with a separator in them",
    ]);
    expect(told("service,service,until\n")[0]).toContain("two columns are named `service`");
    expect(told("down: everything\n")[0]).toContain("not a list of outages");
    expect(told("- payment\n")[0]).toContain("not a list of outages");
    expect(told("- [\n")[0]).toContain("error outages.csv:");
    const misspelt = told("- { service: a, from: 1, untill: 2 }\n");
    expect(misspelt[0]).toContain("the outage has no `until`; add when it ended; leave it empty");
    expect(misspelt[1]).toContain("notice outages.csv:1:34 `untill` is not read");
  });

  it("never throws on other text, nor reads a time that is not there", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary", maxLength: 200 }),
          fc
            .array(
              fc.constantFrom(
                "service",
                "from",
                "until",
                ",",
                "\n",
                '"',
                "1",
                "a",
                "#",
                ": ",
                "- ",
              ),
            )
            .map((parts) => parts.join("")),
        ),
        (text) => {
          const { outages } = readOutages(text, "o");
          expect(outages.every(({ from, until }) => from < until)).toBe(true);
        },
      ),
      { seed: 4, numRuns: 500 },
    );
  });

  it("reads times to the microsecond, whatever their zone", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e9 }),
        fc.integer({ min: 0, max: 999_999 }),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        (seconds, micros, offset) => {
          const sign = offset < 0 ? "-" : "+";
          const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
          const zone = `${sign}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
          const local = new Date((seconds + offset * 60) * 1000).toISOString().slice(0, 19);
          const fraction = String(micros).padStart(6, "0");
          expect(readInstant(`${local}.${fraction}${zone}`)).toBe(seconds * 1e6 + micros);
        },
      ),
      { seed: 4 },
    );
  });
});

describe("censoring", () => {
  const instances = ["a-0", "a-1", "b-0", "n1"];
  const arbitraryOutage = fc
    .record({
      of: fc.constantFrom<Outage["of"]>(
        { kind: "service", service: "a" },
        { kind: "instance", service: "a", instance: "a-0" },
        { kind: "instance", service: null, instance: "a-1" },
        { kind: "instance", service: null, instance: "b-0" },
        { kind: "node", node: "n1" },
      ),
      from: fc.integer({ min: 0, max: 50 }),
      length: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(Number.POSITIVE_INFINITY)),
    })
    .map(({ of, from, length }): Outage => ({ of, from, until: from + length }));
  const residences = [
    { instance: "a-1", service: "a", node: "n1" },
    { instance: "b-0", service: null, node: "n1" },
  ];

  it("is as looking at every outage in turn", () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryOutage, { maxLength: 12 }),
        fc.constantFrom("a", "b"),
        fc.option(fc.constantFrom(...instances)),
        fc.integer({ min: 0, max: 70 }),
        fc.integer({ min: 0, max: 9 }),
        (outages, service, instance, start, length) => {
          const slow = placeOutages(outages, residences).some(({ of, from, until }) => {
            if (start >= until || start + length < from) return false;
            if (of.kind === "service") return of.service === service;
            if (of.kind === "node") return of.node === instance;
            return instance === null ? of.service === service : of.instance === instance;
          });
          const censored = censorOf(outages, residences);
          expect(censored({ service, instance, start, end: start + length })).toBe(slow);
        },
      ),
      { seed: 4, numRuns: 2000 },
    );
  });

  it("puts a node's outage on what sits on it", () => {
    const outage: Outage = { of: { kind: "node", node: "n1" }, from: 10, until: 20 };
    const censored = censorOf([outage], residences);
    const at = (service: string, instance: string | null) =>
      censored({ service, instance, start: 15, end: 15 });
    expect([at("a", "a-1"), at("a", "a-0"), at("a", null)]).toEqual([true, false, true]);
    expect([at("b", "b-0"), at("b", null)]).toEqual([true, false]);
    expect(censorOf([outage])({ service: "c", instance: "n1", start: 9, end: 10 })).toBe(true);
  });

  it("tells outages that leave out no call, or not all", () => {
    const { outages } = readOutages(
      `- { service: a, from: 1, until: 2 }
- { service: typo, from: 1, until: 2 }
- { instance: a-1, from: 1, until: 2 }
- { instance: x-9, from: 1, until: 2 }
- { node: n1, from: 1, until: 2 }
- { node: n7, from: 1, until: 2 }
`,
      "o",
    );
    const notices = outageNotices(outages, residences, new Set(["a", "b"]));
    expect(notices.map(({ code, message, line }) => [code, message.split(":")[0], line])).toEqual([
      ["unknown-outage", "`typo`", 2],
      ["outage-without-service", "`x-9`", 4],
      ["outage-without-pods", "`n7`", 6],
    ]);
  });
});
