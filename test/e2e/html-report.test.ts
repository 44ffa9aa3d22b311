import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { HAS_CHROMIUM, openBrowser } from "./browser.ts";
import { runCli } from "./run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "availability-gate-html-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HOSTILE = `<img src=x onerror="document.title='hacked'">`;

const SPEC = `version: 1
defaults: { replicaAvailability: 99%, dependencyAvailability: 99.9% }
services:
  front: { replicas: 3 }
  store: { replicas: 3, quorum: majority }
  ${JSON.stringify(HOSTILE)}: { replicas: 1 }
  mail: { replicas: 2 }
dependencies:
  - front -> store: { availability: 99.95% }
  - ${JSON.stringify(`front -> ${HOSTILE}`)}
  - front ~> mail
endpoints:
  GET /items: { entry: front, needs: [store], slo: 99.9% }
  GET /all: { entry: front, slo: 99.5% }
  ${JSON.stringify(HOSTILE)}: { entry: front, needs: [${JSON.stringify(HOSTILE)}] }
`;

/** Runs the command line on a spec. */
function run(spec: string, format: string): string {
  writeFileSync(join(folder, "availability.yaml"), spec);
  const { stdout, stderr } = runCli(process.execPath, folder, ["estimate", "--format", format]);
  expect(stderr).toBe("");
  return stdout;
}

/** By endpoint: the availability that the command line finds. */
function figures(spec: string): ReadonlyMap<string, number> {
  const { models } = JSON.parse(run(spec, "json"));
  const endpoints: { name: string; head: { availability: number } }[] = models[0].endpoints;
  return new Map(endpoints.map(({ name, head }) => [name, head.availability]));
}

describe.skipIf(!HAS_CHROMIUM)("the HTML report in Chromium", { timeout: 120_000 }, () => {
  let browser: Browser;
  let context: BrowserContext;
  let asked: string[] = [];
  let broken: string[] = [];
  const file = join(folder, "report.html");

  beforeAll(async () => {
    writeFileSync(file, run(SPEC, "html"));
    browser = await openBrowser();
  }, 120_000);
  afterAll(() => browser?.close());
  afterEach(async () => {
    await context.close();
    // Neither leaves the page, nor breaks, nor is refused by its own policy.
    expect(asked.filter((address) => !/^(?:file|blob):/.test(address))).toEqual([]);
    expect(broken).toEqual([]);
  });

  /** @param before a script that the page finds already run */
  async function open(
    options: Parameters<Browser["newContext"]>[0] = {},
    before = "",
  ): Promise<Page> {
    [asked, broken] = [[], []];
    context = await browser.newContext({ offline: true, reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    await page.addInitScript(before);
    page.on("request", (request) => asked.push(request.url()));
    page.on("pageerror", (error) => broken.push(error.message));
    page.on("console", (message) => message.type() === "error" && broken.push(message.text()));
    await page.goto(pathToFileURL(file).href);
    await page.locator(".stage svg").waitFor();
    return page;
  }

  /** What the page says would become of each endpoint that moves. */
  async function moved(page: Page): Promise<ReadonlyMap<string, number>> {
    await page.locator(`.moved[data-done="true"]`).waitFor({ state: "attached" });
    const rows = await page.locator(".moved tr[data-endpoint]").all();
    const found = new Map<string, number>();
    for (const row of rows) {
      const [name, figure] = await Promise.all([
        row.getAttribute("data-endpoint"),
        row.getAttribute("data-availability"),
      ]);
      found.set(name ?? "", Number(figure));
    }
    return found;
  }

  function expectAlike(found: ReadonlyMap<string, number>, spec: string): void {
    const [before, after] = [figures(SPEC), figures(spec)];
    const moving = [...after].filter(([name, figure]) => figure !== before.get(name));
    expect(moving.length).toBeGreaterThan(0);
    expect([...found.keys()].sort()).toEqual(moving.map(([name]) => name).sort());
    for (const [name, figure] of moving) {
      expect(Math.abs(found.get(name)! - figure)).toBeLessThan(1e-12);
    }
  }

  async function component(page: Page, name: string) {
    const fieldset = page.locator("fieldset.component").filter({
      has: page.getByText(name, { exact: true }),
    });
    if ((await fieldset.count()) === 0) {
      await page.locator("#what-if-component").selectOption({ label: name });
      await page.getByRole("button", { name: "Add", exact: true }).click();
    }
    return fieldset;
  }

  it("agrees with the command line on replicas, θ and ρ, to 1e-12", async () => {
    const page = await open();
    const store = await component(page, "store");
    await store.locator(`[data-what="replicas"]`).fill("5");
    let spec = SPEC.replace("store: { replicas: 3,", "store: { replicas: 5,");
    expectAlike(await moved(page), spec);

    await store.locator(`[data-what="rate"]`).fill("97.3%");
    spec = spec.replace("replicas: 5,", "replicas: 5, replicaAvailability: 97.3%,");
    expectAlike(await moved(page), spec);

    const line = await component(page, "front -> store");
    const slider = line.locator(`[data-what="rate-slider"]`);
    await slider.focus();
    await page.keyboard.press("Home");
    for (let step = 0; step < 3; step++) await page.keyboard.press("PageUp");
    const rate = await line.locator(`[data-what="rate"]`).inputValue();
    expect(rate).toMatch(/^\d+(?:\.\d+)?%$/);
    expect(rate).not.toBe("99.95%");
    expectAlike(await moved(page), spec.replace("availability: 99.95%", `availability: ${rate}`));

    await page.getByRole("button", { name: "Reset" }).click();
    expect(await moved(page)).toEqual(new Map());
  });

  it("gives up a figure that takes too long, says so, and answers again", async () => {
    // The first engine that is asked never answers, as of a model that is too much for a page.
    const stuck = `globalThis.Worker = class extends Worker {
      postMessage(question) {
        if (question.kind !== "figures" || globalThis.slow !== undefined) super.postMessage(question);
        else globalThis.slow = this;
      }
      terminate() {
        super.terminate();
        if (globalThis.slow === this) globalThis.ended = true;
      }
    };`;
    const page = await open({}, stuck);
    await page.clock.install();
    const store = await component(page, "store");
    const replicas = store.locator(`[data-what="replicas"]`);
    await replicas.fill("5");
    await page.locator(`.moved[data-done="false"]`).waitFor({ state: "attached" });
    await page.clock.runFor(9_000);
    const told = page.getByText("An endpoint took longer than 10 seconds");
    expect(await told.count()).toBe(0);
    await page.clock.runFor(2_000);
    await told.waitFor();
    expect(await page.evaluate("globalThis.ended")).toBe(true);

    await page.clock.resume();
    await replicas.fill("6");
    expectAlike(await moved(page), SPEC.replace("store: { replicas: 3,", "store: { replicas: 6,"));
    expect(await told.count()).toBe(0);
  });

  it("says what is wrong with a figure that is none", async () => {
    const page = await open();
    const store = await component(page, "store");
    const rate = store.locator(`[data-what="rate"]`);
    await rate.fill("120%");
    expect(await rate.getAttribute("aria-invalid")).toBe("true");
    expect(await store.locator(".problem").textContent()).toContain("120% is above 100%");
    expect(await moved(page)).toEqual(new Map());
  });

  it("is searched, sorted and opened by keyboard alone", async () => {
    const page = await open();
    await page.locator("#endpoint-search").focus();
    await page.keyboard.type("items");
    const names = page.locator("table.endpoints button.open");
    expect(await names.allTextContents()).toEqual(["GET /items"]);
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Delete");
    await page.getByRole("button", { name: "SLO" }).focus();
    await page.keyboard.press("Enter");
    expect((await names.allTextContents())[0]).toBe("GET /items");
    const opened = names.first();
    await opened.focus();
    await page.keyboard.press("Enter");
    expect(await opened.getAttribute("aria-expanded")).toBe("true");
    expect(await page.getByRole("heading", { name: "What limits it" }).count()).toBeGreaterThan(0);

    // One stop for the graph; arrows lead on, and Enter asks what if.
    await page.locator(".node[tabindex='0']").focus();
    await page.keyboard.press("ArrowDown");
    const node = page.locator(".node:focus");
    const label = await node.getAttribute("aria-label");
    expect(await page.locator(".node[tabindex='0']").count()).toBe(1);
    await page.keyboard.press("Enter");
    const focused = page.locator("fieldset:focus-within legend");
    expect(label).toContain(await focused.textContent());
  });

  it("draws how an endpoint falls as something gets worse", async () => {
    const page = await open();
    // The one that fails is open already.
    const part = page.locator(".sweep:visible");
    expect(await part.count()).toBe(1);
    await part.locator("summary").first().click();
    await part.locator("select").selectOption({ label: "store" });
    await part.getByText("each replica of store").waitFor();
    expect(await part.locator(".curve .slo").count()).toBe(1);
    // Its last point is the command line's figure where every replica of the store is down.
    await part.getByText("The curve as a table").click();
    expect(await part.locator("tbody tr").last().allTextContents()).toEqual(["0%0%"]);
  });

  it("shows hostile names as text", async () => {
    const page = await open();
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.title()).not.toBe("hacked");
    expect(await page.locator("button.open", { hasText: HOSTILE }).count()).toBe(1);
  });

  it.each([
    ["light", 1100],
    ["dark", 390],
  ] as const)("axe-core finds nothing: %s, %i pixels", async (colorScheme, width) => {
    const page = await open({ colorScheme, viewport: { width, height: 900 } });
    const store = await component(page, "store");
    await store.locator(`[data-what="replicas"]`).fill("1");
    await moved(page);
    await page.evaluate(
      `for (const one of document.querySelectorAll("button.open[aria-expanded=false]")) one.click();
       for (const one of document.querySelectorAll("details")) one.open = true;`,
    );
    await page.locator(".sweep .curve").first().waitFor();
    const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
    await page.evaluate(readFileSync(axe, "utf8"));
    const found = (await page.evaluate(
      `axe.run(document).then(({ violations }) =>
         violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))`,
    )) as string[];
    expect(found).toEqual([]);
    const wide = await page.evaluate("document.documentElement.scrollWidth");
    expect(wide).toBeLessThanOrEqual(width);
  });
});
