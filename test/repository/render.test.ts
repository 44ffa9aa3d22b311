import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problemOf } from "../../src/repository/problem.ts";
import { type RenderRequest, render } from "../../src/repository/render.ts";
import { findProgram } from "../../src/repository/renderer-process.ts";
import { layOut, type ScratchFile, withScratch } from "../../src/repository/scratch.ts";
import {
  kustomize,
  noKustomize,
  scratches,
  standIns,
  temporaryFolder,
  withPath,
} from "./render-fixture.ts";

const OVERLAY: RenderRequest = { kind: "kustomize", folder: "overlay" };
const CHART: RenderRequest = {
  kind: "helm",
  chart: "charts/shop",
  release: "shop",
  namespace: "prod",
  values: ["values,a.yaml", "b.yaml"],
};

const file = (path: string, text: string): ScratchFile => ({ path, content: Buffer.from(text) });
const WEB =
  "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { replicas: 3 }\n";

// Other tests render at the same time: this one counts its own folders.
const TEMPORARY = process.env.TMPDIR;
beforeAll(() => {
  process.env.TMPDIR = temporaryFolder();
});
afterAll(() => {
  expect(scratches()).toEqual([]);
  if (TEMPORARY === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TEMPORARY;
});

async function complaintOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (one: unknown) => one,
  );
  const problem = problemOf(error);
  return problem === null ? "none" : `${problem.kind} ${problem.code}: ${problem.message}`;
}

describe("a renderer, by a stand-in of ours that tells how it was called", () => {
  const tells = standIns({
    helm: 'echo "args: $*"; for one in "$2" "$3"; do cat "$(echo "$one" | cut -d= -f2)"; done; pwd; env | sort',
    kustomize: 'echo "$1"; cat "$2/kustomization.yaml"; ls -R ../*/tree | grep -v "^$"',
  });

  it("gets no token, no home and no proxy that answers, and nothing of the repository as an option", async () => {
    process.env.GITHUB_TOKEN_OF_TEST = "secret";
    const files = [file("values,a.yaml", "a: 1\n"), file("b.yaml", "b: 2\n")];
    const rendering = await withPath(tells, () => render(CHART, files));
    if (rendering.kind === "failed") throw new Error(rendering.why);
    const { text } = rendering;
    expect(text).toMatch(
      /^args: template --values=\/\S+\/values\/0\.yaml --values=\/\S+\/values\/1\.yaml --namespace=prod -- shop \/\S+\/tree\/charts\/shop\na: 1\nb: 2\n/,
    );
    expect(text).not.toMatch(/secret|GITHUB|\.ssh/);
    expect(text).toMatch(/^HOME=\/\S+\/home$/m);
    expect(text).toMatch(/^HTTPS_PROXY=http:\/\/127\.0\.0\.1:9$/m);
    expect(text).toMatch(/^HELM_NO_PLUGINS=1$/m);
    delete process.env.GITHUB_TOKEN_OF_TEST;
  });

  it("builds an overlay of ours on the one asked for", async () => {
    const rendering = await withPath(tells, () => render(OVERLAY, [file("overlay/a.yaml", "")]));
    expect(rendering).toMatchObject({ kind: "rendered" });
    expect(JSON.stringify(rendering)).toMatch(/build\\n.*..\/tree\/overlay/);
  });

  it("is asked without annotations where it is too old for them", async () => {
    const old = standIns({
      kustomize:
        'if grep -q buildMetadata "$2/kustomization.yaml"; then echo "Error: json: unknown field \\"buildMetadata\\"" >&2; exit 1; fi; echo "kind: List"',
    });
    expect(await withPath(old, () => render(OVERLAY, []))).toEqual({
      kind: "rendered",
      text: "kind: List\n",
    });
  });

  it.each<[string, string, RegExp]>([
    ["never ends", "sleep 1000", /^it did not end within 0\.5 s$/],
    ["leaves a child that never ends", "sleep 1000 & wait", /^it did not end within 0\.5 s$/],
    ["prints a gigabyte", "yes", /^it wrote more than 1 MB$/],
    ["complains without end", "yes >&2", /^it did not end within 0\.5 s$/],
    [
      "fails",
      "echo 'level=WARN msg=x' >&2; printf 'Error: no\\033[31m such \\342\\200\\256thing\\n' >&2; exit 1",
      /^no \[31m such {1,2}thing$/,
    ],
    ["says nothing", "exit 7", /^it ended with status 7$/],
    ["is killed", "kill -9 $$", /^it ended with signal SIGKILL$/],
  ])("that %s is told, and nothing is left", async (_, script, why) => {
    const programs = standIns({ kustomize: script });
    const limits = { timeoutMs: 500, maximumBytes: 1_000_000 };
    const rendering = await withPath(programs, () => render(OVERLAY, [], limits));
    expect(rendering).toEqual({ kind: "failed", why: expect.stringMatching(why) });
    expect(scratches()).toEqual([]);
  });

  it("that cannot be found is a problem with the line that installs it", async () => {
    await withPath("/nowhere", async () => {
      expect(await complaintOf(render(OVERLAY, []))).toMatch(
        /^unavailable renderer-missing: `kustomize` \(or `kubectl`\) was not found.*brew install kustomize/,
      );
      expect(await complaintOf(render(CHART, []))).toMatch(
        /^unavailable renderer-missing: `helm` was not found.*brew install helm/,
      );
    });
  });
});

describe("programs", () => {
  it("are not taken from where a pull request could put them", () => {
    const folder = temporaryFolder();
    const modules = join(folder, "node_modules/.bin");
    mkdirSync(modules, { recursive: true });
    const path = standIns({ helm: "" });
    writeFileSync(join(modules, "helm"), "#!/bin/sh\n", { mode: 0o755 });
    expect(findProgram("helm", modules)).toBeNull();
    expect(findProgram("helm", `.:bin:${process.cwd()}/bin:${path}`)).toBe(join(path, "helm"));
    rmSync(folder, { recursive: true });
  });
});

describe("a scratch folder", () => {
  it("holds plain files and links within, whatever the paths of a tree made by hand", async () => {
    const outside = temporaryFolder();
    await withScratch(async (folder) => {
      await layOut(folder, [
        file("../../escaped", "x"),
        file(`${outside}/absolute`, "x"),
        file("a/../../b", "x"),
        file("a/b", "in"),
        { path: "link", content: { link: "a" } },
        { path: "out", content: { link: "../../etc" } },
        { path: "deep/er/link", content: { link: "a/b" } },
      ]);
      expect(readFileSync(join(folder, "link/b"), "utf8")).toBe("in");
      expect(readFileSync(join(folder, "deep/er/link"), "utf8")).toBe("in");
      expect(readdirSync(folder).sort()).toEqual(["a", "deep", "link"]);
      expect(existsSync(join(folder, "../escaped"))).toBe(false);
      expect(existsSync(join(outside, "absolute"))).toBe(false);
    });
    rmSync(outside, { recursive: true });
  });

  it("is removed when its work fails", async () => {
    let made = "";
    const work = withScratch(async (folder) => {
      made = folder;
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    expect(existsSync(made)).toBe(false);
  });

  it.each(["SIGTERM", "SIGINT"] as const)(
    "is removed, and its renderer ended, on %s",
    async (signal) => {
      const folder = temporaryFolder();
      const programs = standIns({ kustomize: 'pwd; echo $$ > "$2/../pid"; sleep 1000' });
      const entry = `import { render } from "./src/repository/render.ts";
      await render({ kind: "kustomize", folder: "a" }, []);`;
      await build({
        stdin: { contents: entry, resolveDir: process.cwd(), loader: "ts" },
        bundle: true,
        platform: "node",
        format: "esm",
        outfile: join(folder, "main.mjs"),
        logLevel: "error",
      });
      const child = spawn(process.execPath, [join(folder, "main.mjs")], {
        env: { PATH: programs, TMPDIR: folder },
        stdio: "ignore",
      });
      const ended = new Promise<string | null>((resolve) =>
        child.on("exit", (_, how) => resolve(how)),
      );
      const scratch = await waitFor(() => scratchesIn(folder)[0]);
      const pid = Number(await waitFor(() => textOf(join(scratch, "pid"))));
      child.kill(signal);
      expect(await ended).toBe(signal);
      expect(scratchesIn(folder)).toEqual([]);
      await waitFor(() => (isAlive(pid) ? undefined : true));
      rmSync(folder, { recursive: true });
    },
  );
});

describe.skipIf(kustomize === null)(
  `a hostile overlay, by the real kustomize${noKustomize}`,
  () => {
    const overlay = (kustomization: string, ...more: readonly ScratchFile[]) =>
      render(OVERLAY, [
        file("overlay/kustomization.yaml", kustomization),
        file("overlay/web.yaml", WEB),
        ...more,
      ]);
    const why = async (rendering: ReturnType<typeof render>) => {
      const end = await rendering;
      return end.kind === "failed" ? end.why : end.text;
    };

    it("runs no program that it names as a function", async () => {
      const folder = temporaryFolder();
      const mark = join(folder, "ran");
      const script = join(folder, "evil");
      writeFileSync(script, `#!/bin/sh\ntouch ${mark}\ncat\n`, { mode: 0o755 });
      const plugin = `apiVersion: x/v1\nkind: Evil\nmetadata:\n  name: evil\n  annotations:\n    config.kubernetes.io/function: |\n      exec: { path: ${script} }\n`;
      const said = await why(
        overlay(
          "resources: [web.yaml]\ntransformers: [evil.yaml]\n",
          file("overlay/evil.yaml", plugin),
        ),
      );
      expect(said).toMatch(/plugin|function|exec/i);
      expect(existsSync(mark)).toBe(false);
      rmSync(folder, { recursive: true });
    });

    it("reads nothing outside of its folder, nor through a link", async () => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, "secret"), "token: s3cret\n");
      symlinkSync(folder, join(folder, "self"));
      const generator = (path: string) =>
        `resources: [web.yaml]\nconfigMapGenerator: [{ name: a, files: [${JSON.stringify(path)}] }]\n`;
      for (const path of [join(folder, "secret"), "../secret", "link"]) {
        const said = await why(
          overlay(generator(path), file("secret", "token: s3cret\n"), {
            path: "overlay/link",
            content: { link: "secret" },
          }),
        );
        expect(said).not.toMatch(/kind:/);
      }
      rmSync(folder, { recursive: true });
    });

    it("fetches nothing, though it is asked to", async () => {
      for (const base of [
        "https://example.invalid/base.yaml",
        "github.com/example/base?ref=main",
        "git@example.invalid:base.git",
      ]) {
        expect(await why(overlay(`resources: [web.yaml, ${JSON.stringify(base)}]\n`))).not.toMatch(
          /kind:/,
        );
      }
    });

    it("may bear any name", async () => {
      for (const name of ["--enable-helm", "-o", "a b", "github.com:x/y?ref=z", "%s$(touch x)"]) {
        const files = [
          file(`${name}/kustomization.yaml`, "resources: [web.yaml]\n"),
          file(`${name}/web.yaml`, WEB),
        ];
        const rendering = await render({ kind: "kustomize", folder: name }, files);
        expect(rendering, name).toMatchObject({
          kind: "rendered",
          text: expect.stringContaining("web"),
        });
      }
    });
  },
);

function textOf(path: string): string | undefined {
  const text = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  return text === "" ? undefined : text;
}

function scratchesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith("availability-gate-"))
    .map((name) => join(folder, name));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function waitFor<T>(look: () => T | undefined): Promise<T> {
  for (let turn = 0; turn < 500; turn++) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("it never came");
}
