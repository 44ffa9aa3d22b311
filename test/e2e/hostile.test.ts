import { marked } from "marked";
import { afterEach, describe, expect, it } from "vitest";
import { ACTION_NODE } from "./runtimes.ts";
import { CHANGES, deployment, edited, SHOP, SPEC } from "./shop.ts";
import { stagesOn } from "./stage.ts";
import { COMMENT_URL, CREATED, FAILED, headline } from "./told.ts";

/** A name that tries the log's commands, Markdown, HTML, mentions and prototypes at once. */
const NAME =
  "::add-mask::a | `b` <img src=x> @acme/all ![c](https://d.invalid) ##[error]e %0A::stop::";

describe("names from the repository", { timeout: 180_000 }, () => {
  const stages = stagesOn(ACTION_NODE);
  afterEach(stages.close);

  it("are shown, and neither obeyed by the runner nor rendered by GitHub", async () => {
    const spec = edited("POST /checkout", JSON.stringify(NAME));
    const base = { ...SHOP, "availability.yaml": spec };
    const stage = await stages.open({ base, pushes: [CHANGES.fewer] });
    const run = await stage.pullRequest("opened");
    const { summary: _, ...brief } = run.brief;
    const { summary: __, ...failed } = FAILED;
    expect(brief).toEqual({ ...failed, requests: CREATED, comment: COMMENT_URL, failed: [NAME] });
    const obeyed = run.stdout.split("\n").filter((line) => /^\s*::|##\[/.test(line));
    expect(obeyed).toEqual([expect.stringMatching(/^::error title=Availability gate,file=deploy/)]);
    for (const text of [run.summary, stage.standIn.state.comments[0]?.body ?? ""]) {
      const html = await marked.parse(text);
      expect(html).not.toMatch(/<img|d\.invalid"/);
      expect(text).not.toContain("@acme");
      expect(text).toContain("add-mask");
    }
  });

  it("may be those of every object's own parts", async () => {
    const names = ["constructor", "__proto__", "toString"];
    const dependencies = names.map((name) => `  - frontend -> ${name}\n`).join("");
    const spec = edited("endpoints:", `${dependencies}endpoints:`);
    const manifests = names.map((name) => [`deploy/${name}.yaml`, deployment(name, 3)]);
    const base = { ...SHOP, ...Object.fromEntries(manifests), "availability.yaml": spec };
    const change = { "deploy/constructor.yaml": deployment("constructor", 1) };
    const stage = await stages.open({ base, pushes: [change] });
    const run = await stage.pullRequest("opened");
    expect(run.brief).toEqual({ ...FAILED, requests: CREATED, comment: COMMENT_URL });
    expect(run.parsed?.models[0]?.changes).toMatchObject([
      { kind: "replicas", subject: "constructor", base: 3, head: 1 },
    ]);
  });

  it("may be so many and so long that a comment has to leave some out", async () => {
    const rows = Array.from({ length: 400 }, (_, index) => {
      const name = `GET /${"very-".repeat(30)}long/${index}`;
      return `  ${name}: { entry: frontend, needs: [payment], slo: 99.9% }\n`;
    });
    const base = { ...SHOP, "availability.yaml": `${SPEC}${rows.join("")}` };
    const stage = await stages.open({ base, pushes: [CHANGES.fewer] });
    const run = await stage.pullRequest("opened");
    // A comment that was too long would have been refused, and sent again.
    expect(run.brief).toMatchObject({ code: 1, requests: CREATED, warnings: [] });
    expect(run.brief.failed).toHaveLength(401);
    const body = stage.standIn.state.comments[0]?.body ?? "";
    expect(headline(body)).toBe("❌ 401 endpoints fall below their SLO");
    expect(body).toMatch(/_Left out here for length: .*job summary/);
    expect(run.summary).not.toContain("Left out");
    expect(run.summary).toContain("long/399");
  });
});
