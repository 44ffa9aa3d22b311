import { describe, expect, it } from "vitest";
import { isProblem } from "../../src/repository/problem.ts";
import { openPrometheus, type PrometheusOptions } from "../../src/repository/prometheus.ts";
import { serve, servers } from "./http-server.ts";

async function ask(address: string, options: PrometheusOptions = {}): Promise<string> {
  const server = openPrometheus(address, { environment: {}, ...options });
  if (isProblem(server)) return `${server.kind} ${server.code}: ${server.message}`;
  const reply = await server("up[7d]");
  return isProblem(reply) ? `${reply.kind} ${reply.code}: ${reply.message}` : reply;
}

describe("a Prometheus", () => {
  it("is asked at its path, with what the URL or the environment has to show", async () => {
    const seen: string[] = [];
    const address = await serve((request, response, query) => {
      const { authorization, "x-scope-orgid": tenant } = request.headers;
      seen.push(
        [request.method, request.url?.split("?")[0], query, authorization, tenant].join(" "),
      );
      response.end("{}");
    });
    const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
    await ask(`${address}/mimir/`);
    await ask(`${address}/api/v1/query`, {
      environment: { PROMETHEUS_TOKEN: "t0ken", PROMETHEUS_TENANT: "shop" },
    });
    await ask(address.replace("//", "//me:p%40ss@"), {
      environment: { PROMETHEUS_TOKEN: "t0ken" },
    });
    await ask(address, { environment: { PROMETHEUS_USERNAME: "me", PROMETHEUS_PASSWORD: "é" } });
    expect(seen).toEqual([
      "GET /mimir/api/v1/query up[7d]  ",
      "GET /api/v1/query up[7d] Bearer t0ken shop",
      `GET /api/v1/query up[7d] ${basic("me:p@ss")} `,
      `GET /api/v1/query up[7d] ${basic("me:é")} `,
    ]);
  });

  it("is refused where it is no URL of http, without showing what it holds", async () => {
    for (const address of ["me:secret@host", "file:///etc/secret", "ftp://me:secret@host", ""]) {
      const told = await ask(address);
      expect(told).toContain("usage bad-prometheus");
      expect(told).not.toContain("secret");
    }
    expect(await ask("http://host/?query=secret")).toMatch(/^usage bad-prometheus: (?!.*secret)/);
    const line = { environment: { PROMETHEUS_TOKEN: "secret\nX: y" } };
    expect(await ask("http://host", line)).toMatch(/^usage bad-prometheus: (?!.*secret)/);
    expect(await ask("http://me:%zz@host")).toContain("usage bad-prometheus: The credentials");
  });

  it.each([
    [401, "unavailable prometheus-denied"],
    [302, "unavailable prometheus-redirects"],
    [404, "usage no-prometheus"],
    [422, "unavailable prometheus-failed: .*HTTP 422, `too many samples`"],
    [503, "unavailable prometheus-failed"],
  ])("tells what HTTP %i means, and no credential", async (status, message) => {
    const address = await serve((_, response) => {
      response.writeHead(status, { location: "http://127.0.0.1:1/steal" });
      response.end('{"status":"error","error":"too many samples"}');
    });
    const told = await ask(address.replace("//", "//me:secret@"));
    expect(told).toMatch(new RegExp(`^${message}`));
    expect(told).toContain(`${address}/api/v1/query`);
    expect(told).not.toContain("secret");
  });

  it("is given up when it is late, when it says too much, and when it is not there", async () => {
    const late = await serve((_, response) => response.write("{"));
    expect(await ask(late, { timeoutMs: 50 })).toMatch(/^unavailable prometheus-timeout/);
    const long = await serve((_, response) => response.end("x".repeat(2 << 20)));
    expect(await ask(long, { maxBytes: 1 << 20 })).toMatch(/prometheus-too-large: .*than 1 MiB/);
    const gone = await serve((_, response) => response.end());
    await new Promise((resolve) => servers[2]?.close(resolve));
    expect(await ask(gone)).toMatch(/^unavailable prometheus-unreachable: .*ECONNREFUSED/);
  });
});
