// What runs in an HTML report and how it looks: src/page, as one script and one style sheet. They stand
// in every report, so that the notices of what is bundled stand in the script.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build, transform } from "esbuild";

const PACKAGES = ["@dagrejs/dagre", "@dagrejs/graphlib"];

/** @returns the script, the style sheet, and the files that went in, for dist/licenses.txt */
export async function buildPage(root) {
  const result = await build({
    absWorkingDir: root,
    stdin: {
      contents: 'import { startPage } from "./src/page/main.ts"; startPage();',
      resolveDir: root,
      sourcefile: "page-entry.ts",
      loader: "ts",
    },
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
    target: ["es2022"],
    minify: true,
    legalComments: "none",
    // A page that is opened from a disk may be read in any encoding.
    charset: "ascii",
    metafile: true,
    logLevel: "warning",
  });
  const css = readFileSync(join(root, "src/page/style.css"), "utf8");
  const style = (
    await transform(css, { loader: "css", minify: true, charset: "ascii" })
  ).code.trim();
  const script = `${notices(root)}\n${result.outputFiles[0].text.trim()}`;
  for (const text of [script, style]) {
    // It would end the element that it stands in.
    if (/<\/(?:script|style)|<!--/i.test(text)) throw new Error("the page cannot stand in HTML");
  }
  return { script, style, inputs: Object.keys(result.metafile.inputs) };
}

function notices(root) {
  return PACKAGES.map((name) => {
    const folder = join(root, "node_modules", name);
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const text = readFileSync(join(folder, "LICENSE"), "utf8").replaceAll("\r\n", "\n").trim();
    return `/* ${name} ${version}\n${text.replaceAll("*/", "* /")} */`;
  }).join("\n");
}
