import { describe, expect, it } from "vitest";
import { qualityLines } from "../../src/cli/discover-quality.ts";
import { QUALITY } from "../draft/observed-shop.ts";

const ALL = { names: [], of: 0 };

describe("how far traces can be believed", () => {
  it("takes a line where all is as it should be", () => {
    expect(qualityLines(QUALITY, ALL)).toEqual([
      "read 1,000 traces of 9,000 spans from 1 source from 2026-10-25 to 2026-11-01",
    ]);
  });

  it("tells of what is not, by its share, and never rounds it to none or all", () => {
    const poor = {
      ...QUALITY,
      spans: 9010,
      duplicates: 10,
      orphans: 1,
      rootless: 999,
      nameless: 450,
      reusedIds: 3,
      links: 40,
      lostLinks: 10,
      sampled: 1000,
    };
    expect(qualityLines(poor, { names: ["a", "b"], of: 3 })).toEqual([
      "read 1,000 traces of 9,000 spans from 1 source from 2026-10-25 to 2026-11-01",
      "1 of 3 declared services is in them; not `a`, `b`",
      expect.stringMatching(/^1 of 9,000 spans \(<0\.1%\) has a parent that is in no source/),
      "999 of 1,000 traces (99.9%) have no root: they tell of no endpoint",
      expect.stringMatching(/^10 of 40 links \(25%\) lead to a span that is in no source/),
      "450 of 9,000 spans (5%) name no service; set `service.name`",
      "10 of 9,010 spans (0.1%) were read twice, and count once",
      "3 span ids stand for several spans, each taken by itself",
      expect.stringMatching(/^1,000 of 1,000 traces \(100%\) stand for others that were not kept/),
    ]);
  });

  it("names services that several namespaces have", () => {
    const shared = { service: "cart", namespaces: ["a", "b", "c", "d"] };
    const of = (count: number) =>
      qualityLines({ ...QUALITY, sharedNames: Array(count).fill(shared) }, ALL)[1];
    expect(of(1)).toMatch(
      /^`cart` is of the namespaces `a`, `b`, `c` and others: services of one name are taken for one/,
    );
    expect(of(3)).toMatch(/ and others, and so are 2 more service names: services/);
    expect(of(2)).toMatch(/, and so is 1 more service name: services/);
  });

  it("speaks of one as of one", () => {
    const one = {
      ...QUALITY,
      orphans: 1,
      rootless: 1,
      skewed: 1,
      reusedIds: 1,
      sampled: 1,
      links: 1,
      lostLinks: 1,
    };
    const text = qualityLines(one, ALL).join("\n");
    expect(text).not.toMatch(
      /\b1 (?:of [\d,]+ )?(?:spans|traces|span ids|links)?[^\n]*\) (?:have|are|name|were|stand|lead) /,
    );
    expect(text).toContain("1 span id stands for several spans");
  });

  it("says of aggregates what they are, and no more", () => {
    const none = { ...QUALITY, traces: 0, spans: 0, sources: 2, orphans: 3 };
    expect(qualityLines(none, { names: [], of: 2 })).toEqual([
      "read 2 sources of aggregates, which tell of no single request",
      "2 of 2 declared services are in them",
    ]);
  });
});
