// Builds the committed bundles: dist/cli.js and dist/action.js, self-contained but for Node's own
// modules, dist/figure.js, which dist/cli.js loads only where a figure is drawn, dist/page.js and
// dist/page.css, which stand in every HTML report, and dist/licenses.txt with the notice of every package
// that went into them.
// `--out DIR` builds elsewhere (the drift check of .ci/run); the bytes depend on package-lock.json alone.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { assetPackages, assetsPlugin, figureOptions } from "./figure-plugins.mjs";
import { buildPage } from "./page.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const outIndex = process.argv.indexOf("--out");
const outdir = outIndex > 0 ? resolve(process.argv[outIndex + 1]) : join(root, "dist");

// Bundled CommonJS packages ask for Node's modules with `require`, which an ES module lacks.
const requireBanner =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

// Nothing runs on import: the lines that start a bundle stand here.
const entries = {
  cli: 'import { runCli } from "./src/cli.ts"; await runCli();',
  action: 'import { runAction } from "./src/action.ts"; await runAction();',
  figure:
    'export { drawFigure1 } from "./src/study/figure.ts"; import { drawForParent } from "./src/study/figure-thread.ts"; await drawForParent();',
};

// `virtual:shop` carries the shop of fixtures/ into the bundle, so that the demo needs nothing beside it.
const shopPlugin = {
  name: "shop",
  setup(setup) {
    setup.onResolve({ filter: /^virtual:shop$/ }, () => ({ path: "shop", namespace: "shop" }));
    setup.onLoad({ filter: /.*/, namespace: "shop" }, () => {
      const folder = join(root, "fixtures/shop");
      const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((name) => name.replaceAll("\\", "/"))
        .filter((name) => name.endsWith(".yaml"))
        .sort();
      const files = names.map((name) => [name, readFileSync(join(folder, name), "utf8")]);
      return { contents: `export const shopFiles = ${JSON.stringify(files)};`, loader: "js" };
    });
  },
};

// `virtual:study-config` carries the study's default configuration into the bundle.
const studyConfigPlugin = {
  name: "study-config",
  setup(setup) {
    setup.onResolve({ filter: /^virtual:study-config$/ }, () => ({
      path: "study-config",
      namespace: "study-config",
    }));
    setup.onLoad({ filter: /.*/, namespace: "study-config" }, () => {
      const text = readFileSync(join(root, "src/study/default.yaml"), "utf8");
      return { contents: `export const configText = ${JSON.stringify(text)};`, loader: "js" };
    });
  },
};

// @actions/core loads an HTTP client for the OIDC token that this Action never asks for: a third of
// its time to start. The client that the API needs is loaded with @actions/github, and left alone.
const leanCorePlugin = {
  name: "lean-core",
  setup(setup) {
    setup.onResolve({ filter: /^@actions\/http-client/ }, ({ importer }) =>
      /@actions[\\/]core[\\/]lib[\\/]oidc-utils/.test(importer)
        ? { path: "http-client", namespace: "absent" }
        : undefined,
    );
    setup.onLoad({ filter: /.*/, namespace: "absent" }, () => ({
      contents: "export const HttpClient = undefined, BearerCredentialHandler = undefined;",
      loader: "js",
    }));
  },
};

rmSync(outdir, { recursive: true, force: true });
const inputs = new Set();
for (const [name, contents] of Object.entries(entries)) {
  const result = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root, sourcefile: `${name}-entry.ts`, loader: "ts" },
    outfile: join(outdir, `${name}.js`),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    charset: "utf8",
    metafile: true,
    plugins: [shopPlugin, studyConfigPlugin, leanCorePlugin, assetsPlugin],
    banner: { js: requireBanner },
    logLevel: "warning",
    ...(name === "figure" ? figureOptions(root) : {}),
  });
  for (const input of Object.keys(result.metafile.inputs)) inputs.add(input);
}
const page = await buildPage(root);
writeFileSync(join(outdir, "page.js"), page.script);
writeFileSync(join(outdir, "page.css"), page.style);
for (const input of page.inputs) inputs.add(input);
writeFileSync(join(outdir, "licenses.txt"), notices([...inputs, ...assetPackages]));

/** The licence text of every package that an input file belongs to, sorted by name. */
function notices(inputs) {
  const packages = new Map();
  for (const input of inputs) {
    const folder = packageFolder(input);
    if (folder !== null) packages.set(folder, readNotice(folder));
  }
  const sorted = [...packages.values()].sort((a, b) => (a.title < b.title ? -1 : 1));
  return `${sorted.map((one) => `${one.title}\n\n${one.text.trim()}\n`).join("\n---\n\n")}`;
}

function packageFolder(input) {
  const at = input.lastIndexOf("node_modules/");
  if (at < 0) return null;
  const parts = input.slice(at + "node_modules/".length).split("/");
  const name = parts[0].startsWith("@") ? `${parts[0]}/${parts[1]}` : parts[0];
  return `${input.slice(0, at)}node_modules/${name}`;
}

function readNotice(folder) {
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  const file = readdirSync(join(root, folder)).find((name) => /^(licen[cs]e|copying)/i.test(name));
  const title = `${manifest.name} ${manifest.version} (${manifest.license})`;
  if (file === undefined) {
    if (!manifest.license) throw new Error(`${relative(root, folder)} states no licence`);
    return { title, text: noticeWithoutText(manifest) };
  }
  return { title, text: readFileSync(join(root, folder, file), "utf8").replaceAll("\r\n", "\n") };
}

/** The Mozilla Public License asks to say where the source is, of what is passed on compiled (3.2). */
function noticeWithoutText({ license, repository, version }) {
  const text = `Licensed under ${license}; the package ships no licence text.`;
  if (license !== "MPL-2.0") return text;
  const source = (repository.url ?? repository)
    .replace(/^git@github\.com:/, "https://github.com/")
    .replace(/\.git$/, "");
  return `${text} It is at https://www.mozilla.org/MPL/2.0/.
Unmodified; its source, version ${version}, and the list of the libraries compiled into it: ${source}`;
}
