import { existsSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import picomatch from "picomatch";

/** What Stryker puts beside each statement to count which test reaches it, and around each break of it. */
const COUNTING = /\bstryCov_\w+\(((?:"\d+"(?:, )?)+)\)/g;
const SWITCH = /\bstryMutAct_\w+\("(\d+)"\)/g;
/** More than there are places to break. */
const MOST_PLACES = 1 << 17;

/**
 * All test files under `root` that match and all that they import, as one module: its `files` are functions that
 * load one file each, `runner` is what collects their tests. Stryker's switches take several times as long as the
 * work of an engine, so only those of `source` are left in: a path under `root`. Without one, nothing can be
 * broken, and `hits` is how often each place was reached.
 * @returns {Promise<string>} where the module is; it is made once
 */
export async function bundleOf(root, patterns, source) {
  const outfile = join(root, `.mutation-${source?.replaceAll(/\W/g, "-") ?? "counting"}.mjs`);
  if (existsSync(outfile)) return outfile;
  const draft = `${outfile}.${process.pid}`;
  await build({
    stdin: { contents: entry(testsIn(root, patterns)), resolveDir: root, loader: "js" },
    outfile: draft,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
    alias: { vitest: join(import.meta.dirname, "vitest.mjs") },
    banner: { js: BANNER },
    plugins: [{ name: "sources", setup: (to) => to.onLoad({ filter: /\.ts$/ }, loaded) }],
  });
  renameSync(draft, outfile);
  return outfile;

  function loaded({ path }) {
    const isBroken = source !== undefined && path === join(root, source);
    const contents = readFileSync(path, "utf8")
      .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
      .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
      .replace(SWITCH, isBroken ? "(__broken === $1 && __met())" : "false")
      .replace(COUNTING, (_, places) =>
        source === undefined ? `(${places.replace(/"(\d+)"/g, "__hits[$1]++")})` : "0",
      );
    return { contents, loader: "ts" };
  }
}

function testsIn(root, patterns) {
  const isLeftOut = (pattern) => pattern.startsWith("!");
  const isTest = picomatch(
    patterns.filter((pattern) => !isLeftOut(pattern)),
    { ignore: patterns.filter(isLeftOut).map((pattern) => pattern.slice(1)) },
  );
  return readdirSync(join(root, "test"), { recursive: true })
    .map((name) => `test/${name}`)
    .filter((name) => isTest(name))
    .sort();
}

const BANNER = `
  import { createRequire as __createRequire } from "node:module";
  const require = __createRequire(import.meta.url);
  const __hits = new Uint32Array(${MOST_PLACES});
  let __broken = globalThis.mutationLoaded, __times = 0, __most = Infinity;
  function __met() {
    if (++__times > __most) throw new Error("does not end");
    return true;
  }`;

function entry(tests) {
  const loaders = tests.map((test) => `[${JSON.stringify(test)}, () => import("./${test}")]`);
  return `
    import fc from "fast-check";
    export * as runner from "@vitest/runner";
    export const files = new Map([${loaders.join(", ")}]);
    export const hits = __hits;
    // Breaks the source at one place, which may be met so often.
    export function breakAt(place, most = Infinity) {
      __broken = place;
      __times = 0;
      __most = most;
    }
    export const isEndless = () => __times > __most;
    // A break is noticed by its first counterexample: to look for the smallest takes longer than to find one.
    fc.configureGlobal({ endOnFailure: true });`;
}
