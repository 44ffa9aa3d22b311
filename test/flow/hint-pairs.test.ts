import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { diff } from "../../src/flow/diff.ts";
import { initial } from "../../src/flow/init.ts";
import { withFiles } from "../../src/flow/laid-over.ts";
import { directoryTree } from "../../src/repository/directory-tree.ts";
import { isProblem } from "../../src/repository/problem.ts";
import type { Tree } from "../../src/repository/tree.ts";

const ROOT = new URL("../../../shared/realworld/pairs/", import.meta.url);
const present = existsSync(ROOT);
const absent = present ? "" : " (skipped: ../shared is absent)";
const OPTIONS = { samples: 1000, seed: 1 };

async function treeAt(pair: string, end: "base" | "head"): Promise<Tree> {
  const tree = await directoryTree(new URL(`${pair}/${end}`, ROOT).pathname);
  if (isProblem(tree)) throw new Error(tree.message);
  return tree;
}

async function drafted(tree: Tree): Promise<Tree> {
  const { files } = await initial({ tree, prefix: "", options: OPTIONS });
  return withFiles(tree, files.slice(0, 1));
}

/** What is told of calls that the head of a pair makes possible; base's draft is the spec of base. */
async function told(pair: string, redrafted: boolean): Promise<readonly string[]> {
  const base = await drafted(await treeAt(pair, "base"));
  const bare = await treeAt(pair, "head");
  const [spec] = (await base.read(["availability.yaml"])).values();
  const carried = withFiles(bare, [{ path: "availability.yaml", text: spec ?? "" }]);
  const head = redrafted ? await drafted(bare) : carried;
  const side = (tree: Tree) => ({ tree, rendered: null });
  const request = { base: side(base), head: side(head), models: ["availability.yaml"] };
  const outcome = await diff({ ...request, options: OPTIONS });
  if (outcome.kind === "invalid") throw new Error(JSON.stringify(outcome.diagnostics));
  return outcome.judgements
    .flatMap(({ model }) => model.diagnostics)
    .filter(({ code }) => code === "unmodelled-call")
    .map(({ message, file, line }) => `${file}:${line} ${message.split(", and")[0]}`);
}

describe.skipIf(!present)(`calls that real changes make possible${absent}`, () => {
  it("ob-checkout-cart-addr-added: checkoutservice comes to know the one of two that is there", async () => {
    // The pair holds no manifest of cartservice, so its host leads nowhere.
    expect(await told("ob-checkout-cart-addr-added", false)).toEqual([
      expect.stringMatching(
        /checkoutservice\.yaml:26 .*`checkoutservice` know `currencyservice` \(through `CURRENCY_SERVICE_ADDR`\)$/,
      ),
    ]);
  });

  it("otel-compose-kafka-async-added: only the three that come to know kafka", async () => {
    const lines = await told("otel-compose-kafka-async-added", false);
    expect(lines.filter((line) => !line.includes("kafka"))).toEqual([]);
    expect(lines).toContainEqual(expect.stringContaining("`checkoutservice` know `kafka`"));
  });

  it.each([
    ["ob-release-image-only", false],
    ["otel-compose-envvar-rename-only", false],
    ["otel-compose-rename-checkout", true],
    ["otel-k8s-1.12-to-2.0", true],
  ])("%s: nobody", async (pair, redrafted) => {
    expect(await told(pair, redrafted)).toEqual([]);
  });
});
