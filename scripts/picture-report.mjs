// Renews the README's picture of the HTML report, from the demo of the committed bundle:
//   node scripts/picture-report.mjs
// It needs Chromium (see picture.mjs). The picture shows a slider that was moved.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "availability-gate-picture-"));
const file = join(folder, "report.html");
execFileSync(process.execPath, ["dist/cli.js", "demo", "--format", "html", "--output", file], {
  cwd: root,
  stdio: "ignore",
});

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"],
});
try {
  const context = await browser.newContext({
    viewport: { width: 960, height: 100 },
    deviceScaleFactor: 1.5,
    reducedMotion: "reduce",
    offline: true,
  });
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  await page.locator(".stage svg").waitFor();
  // Folded: the comment shows the same of the endpoint.
  await page.locator("button.open[aria-expanded=true]").click();
  await page.locator("fieldset.component [data-what=replicas]").first().fill("2");
  await page.locator(".moved[data-done=true] tr[data-endpoint]").first().waitFor();
  await page.screenshot({ path: join(root, "docs/images/report.png"), fullPage: true });
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
