import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  commit,
  initRepository,
  openWorkshop,
  type Workshop,
  write,
} from "../repository/git-fixture.ts";
import { runCli } from "./run-cli.ts";
import { ACTION_NODE, RUNTIMES } from "./runtimes.ts";

const app = (name: string, url: string, type: string) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  replicas: 2
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ image: w, env: [{ name: NEXT_URL, value: "${url}" }] }] }
---
apiVersion: v1
kind: Service
metadata: { name: ${name} }
spec: { type: ${type}, selector: { app: ${name} } }
`;

const FILES = {
  "deploy/web.yaml": app("web", "http://cart:8080", "LoadBalancer"),
  "deploy/cart.yaml": app("cart", "amqp://u:hunter2@rabbitmq", "ClusterIP"),
  "deploy/rabbitmq.yaml": app("rabbitmq", "", "ClusterIP"),
};
const SPEC = "availability.yaml";
const WORKFLOW = ".github/workflows/availability.yml";

describe.each(RUNTIMES)("init, on $name", ({ node }) => {
  let shop: Workshop;
  let folder: string;

  beforeEach(() => {
    shop = openWorkshop();
    folder = initRepository(join(shop.folder, "shop"));
    commit(folder, FILES);
  });
  afterEach(() => shop.remove());

  /** The rest is of the command, whatever runs it. */
  const once = it.runIf(node === ACTION_NODE);
  const cli = (...args: readonly string[]) => runCli(node, folder, args);
  const textOf = (path: string) => readFileSync(join(folder, path), "utf8");

  it("drafts from nothing a gate whose own pull request is not red", () => {
    const run = cli("init");
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout).toContain(
      "Drafted from 3 workloads: 3 services, 2 dependencies, 1 endpoint.\n",
    );
    expect(textOf(SPEC)).toMatch(/- web -> cart +# guess: NEXT_URL, deploy\/web\.yaml:9\n/);
    expect(textOf(SPEC)).toMatch(/- cart ~> rabbitmq /);
    expect(run.stdout + textOf(SPEC)).not.toContain("hunter2");
    expect(textOf(WORKFLOW)).toContain("uses: availability-gate/availability-gate@v0\n");

    expect(cli("validate")).toMatchObject({ status: 0, stderr: "" });
    expect(cli("estimate").status).toBe(0);
    commit(folder, { [SPEC]: textOf(SPEC), [WORKFLOW]: textOf(WORKFLOW) });
    const adoption = cli("diff", "--base", "HEAD~1", "--format", "json");
    expect(adoption).toMatchObject({ status: 0, stderr: "" });
    const { verdict, models } = JSON.parse(adoption.stdout);
    expect(["pass", "warn"]).toContain(verdict);
    expect(models[0].diagnostics.map((one: { severity: string }) => one.severity)).not.toContain(
      "warning",
    );
  });

  once("then tells of the next call that a change makes possible", () => {
    cli("init");
    commit(folder, { [SPEC]: textOf(SPEC), "deploy/fraud.yaml": app("fraud", "", "ClusterIP") });
    commit(folder, { "deploy/web.yaml": app("web", "http://fraud:80", "LoadBalancer") });
    const run = cli("diff", "--base", "HEAD~1", "--format", "text", "--no-color");
    expect(run.stdout.replaceAll(/\s+/g, " ")).toContain("this change makes `web` know `fraud`");
  });

  once("overwrites nothing unless it is told to", () => {
    write(folder, SPEC, "mine\n");
    const refused = cli("init");
    expect(refused).toMatchObject({ status: 2, stdout: "" });
    expect(refused.stderr).toContain("--force");
    expect(textOf(SPEC)).toBe("mine\n");
    expect(existsSync(join(folder, WORKFLOW))).toBe(false);

    expect(cli("init", "--force").status).toBe(0);
    expect(textOf(SPEC)).toContain("web -> cart");
  });

  once("leaves a workflow of that name as it is", () => {
    write(folder, WORKFLOW, "mine\n");
    const run = cli("init");
    expect(run.status).toBe(0);
    expect(run.stdout).toContain(`Left \`${WORKFLOW}\` as it is`);
    expect(textOf(WORKFLOW)).toBe("mine\n");
  });

  once("writes elsewhere where that is asked for, and the same bytes each time", () => {
    const [first, second] = ["a", "b"].map((name) => {
      const out = join(shop.folder, name);
      expect(cli("init", "--out", out).status).toBe(0);
      return readFileSync(join(out, SPEC), "utf8");
    });
    expect(second).toBe(first);
    expect(existsSync(join(folder, SPEC))).toBe(false);
  });

  once("writes through no link", () => {
    const elsewhere = join(shop.folder, "elsewhere");
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(folder, ".github"));
    const run = cli("init");
    expect(run.status).toBe(2);
    expect(existsSync(join(elsewhere, "workflows"))).toBe(false);
    expect(existsSync(join(folder, SPEC))).toBe(false);
  });

  once("ends with one line where there is nothing to draft from", () => {
    const empty = initRepository(join(shop.folder, "empty"));
    const run = runCli(node, empty, ["init"]);
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
  });

  once("says what it did as JSON, too", () => {
    const run = cli("init", "--format", "json");
    expect(JSON.parse(run.stdout)).toMatchObject({
      version: 1,
      written: [SPEC, WORKFLOW],
      services: ["cart", "rabbitmq", "web"],
      dependencies: ["cart ~> rabbitmq", "web -> cart"],
      endpoints: ["web"],
      environments: [],
    });
  });
});
