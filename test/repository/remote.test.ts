import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { fetchCommits } from "../../src/repository/fetch.ts";
import { openGit } from "../../src/repository/git.ts";
import { gitEnvironment } from "../../src/repository/git-environment.ts";
import { complaint, runGit } from "../../src/repository/git-process.ts";
import { findCommit } from "../../src/repository/remote-names.ts";
import {
  codeOf,
  commit,
  initRepository,
  makePullRequest,
  ok,
  open,
  openWorkshop,
  run,
  shallowCheckout,
  testEnvironment,
  untouched,
} from "./git-fixture.ts";

const workshop = openWorkshop();
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
  workshop.remove();
});
const place = (name: string): string => join(workshop.folder, name);
const nowhere = "1".repeat(40);

/** A clone whose origin is a loopback server that answers so. */
async function cloneOf(
  name: string,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  user = "",
): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const folder = initRepository(place(name));
  commit(folder, { a: "1" });
  run(folder, "remote", "add", "origin", `http://${user}127.0.0.1:${port}/o/r`);
  return folder;
}

describe("a remote that does not let us in", () => {
  test("401: no prompt, and a problem that names the remedy without the secret", async () => {
    const ask = (_: IncomingMessage, response: ServerResponse): void => {
      response.writeHead(401, { "WWW-Authenticate": 'Basic realm="x"' }).end();
    };
    const folder = await cloneOf("asked", ask, "user:s3cret@");
    // A prompt would be shown by any of these.
    const ambient = {
      ...{ PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
      ...{ GIT_ASKPASS: "sleep", SSH_ASKPASS: "sleep", GIT_TERMINAL_PROMPT: "1" },
    };
    run(folder, "config", "core.askPass", "sleep");
    const git = ok(await openGit(folder, gitEnvironment(ambient)));
    const problem = await untouched(folder, () => fetchCommits(git, [nowhere]));
    expect(problem).toMatchObject({ kind: "unavailable", code: "fetch-denied" });
    expect(problem?.message).toMatch(/persist-credentials/);
    expect(problem?.message).not.toMatch(/s3cret/);
  });

  test("silence: given up in time, and nobody goes on waiting", async () => {
    const left: Promise<unknown>[] = [];
    const ask = ({ socket }: IncomingMessage): void => void left.push(once(socket, "close"));
    const git = await open(await cloneOf("silent", ask));
    const started = performance.now();
    expect((await fetchCommits(git, [nowhere], "origin", 700))?.code).toBe("fetch-timeout");
    await Promise.all(left);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test("the credentials that actions/checkout leaves in the configuration are used", async () => {
    const seen: (string | undefined)[] = [];
    const folder = await cloneOf("persisted", ({ headers }, response) => {
      seen.push(headers.authorization);
      response.writeHead(404).end();
    });
    run(folder, "config", "http.extraheader", "AUTHORIZATION: basic eDpz");
    expect(await fetchCommits(await open(folder), [nowhere])).not.toBeNull();
    expect(seen[0]).toBe("basic eDpz");
  });

  test("a redirect is not followed to where a header with the token would go along", async () => {
    const asked: string[] = [];
    const answer = ({ headers, url = "" }: IncomingMessage, response: ServerResponse): void => {
      asked.push(`${headers.host?.split(":")[0]} ${headers.authorization}`);
      const [, port] = headers.host?.split(":") ?? [];
      if (headers.host?.startsWith("localhost")) response.writeHead(404).end();
      else response.writeHead(302, { location: `http://localhost:${port}${url}` }).end();
    };
    const folder = await cloneOf("moved", answer);
    expect((await fetchCommits(await open(folder), [nowhere]))?.code).toBe("fetch-failed");
    expect(asked).toEqual(["127.0.0.1 undefined", "localhost undefined"]);
    run(folder, "config", "http.extraheader", "AUTHORIZATION: basic eDpz");
    asked.splice(0);
    const problem = await fetchCommits(await open(folder), [nowhere]);
    expect(problem?.code).toBe("fetch-redirected");
    expect(problem?.message).toMatch(/; name its new address with/);
    expect(asked).toEqual(["127.0.0.1 basic eDpz"]);
  });

  test("what a server says without end is not kept", async () => {
    const git = await open(await cloneOf("chatting", (_, response) => response.end()));
    const words = "printf 'error: %01000d\\n' $(seq 2000) >&2";
    const alias = { config: [`alias.chat=!${words}`] };
    const { stderr, exitCode } = await runGit(git, ["chat"], alias);
    expect(exitCode).toBe(0);
    expect(stderr.length).toBeGreaterThan(900_000);
    expect(stderr.length).toBeLessThan(1_200_000);
  });

  test("control characters of a server's words do not reach the message", async () => {
    const folder = await cloneOf("cursor", (_, response) => {
      response.writeHead(200, { "Content-Type": "application/x-git-upload-pack-advertisement" });
      response.end("001e# service=git-upload-pack\n0000001dERR no\u001b[2J\r::error::x\n");
    });
    const problem = await fetchCommits(await open(folder), [nowhere]);
    expect(problem?.message).toContain("no");
    expect(problem?.message).not.toMatch(/\p{Cc}/u);
  });
});

test("a complaint of git is told without the secret of a URL", () => {
  const stderr = "warning: x\nfatal: unable to access 'https://user:s3cret@host/o/r/': refused\n";
  const outcome = { ended: "exit" as const, exitCode: 128, stdout: Buffer.alloc(0), stderr };
  expect(complaint(outcome)).toBe("fatal: unable to access 'https://host/o/r/': refused");
});

describe("names that only the remote has", () => {
  const request = makePullRequest(place("names"));

  test("a branch, a tag and an annotated tag; never both a branch and a tag", async () => {
    run(request.origin, "branch", "release", request.fork);
    run(request.origin, "tag", "v1", request.fork);
    run(request.origin, "tag", "--annotate", "--message", "two", "v2", request.main);
    run(request.origin, "branch", "both", request.fork);
    run(request.origin, "tag", "both", request.main);
    const folder = shallowCheckout(place("shallow"), request.url, request.merge, "pull/1/merge");
    const git = await open(folder);
    await untouched(folder, async () => {
      expect(await findCommit(git, "HEAD")).toBe(request.merge);
      expect(await findCommit(git, "main")).toBe(request.main);
      expect(await findCommit(git, "release")).toBe(request.fork);
      expect(await findCommit(git, "v1")).toBe(request.fork);
      expect(await findCommit(git, "v2")).toBe(request.main);
      expect(await findCommit(git, "refs/pull/1/head")).toBe(request.head);
      expect(codeOf(await findCommit(git, "both"))).toBe("ambiguous-ref");
      expect(await findCommit(git, "refs/tags/both")).toBe(request.main);
      expect(codeOf(await findCommit(git, "mian"))).toBe("unknown-ref");
      expect(codeOf(await findCommit(git, "ma*"))).toBe("unknown-ref");
      expect(codeOf(await findCommit(git, "--upload-pack=x"))).toBe("unknown-ref");
    });
  });

  test("no remote: the name is what is wrong; one that is down: both are told", async () => {
    const folder = initRepository(place("alone"));
    commit(folder, { a: "1" });
    expect(codeOf(await findCommit(await open(folder), "mian"))).toBe("unknown-ref");
    const down = await cloneOf("down", (_, response) => response.writeHead(500).end());
    const found = await findCommit(await open(down), "mian");
    expect(found).toMatchObject({ kind: "unavailable", code: "fetch-failed" });
    expect(found).toHaveProperty("message", expect.stringContaining("`mian`"));
  });
});

describe("what git gets of the environment", () => {
  test("neither inputs nor tokens nor another repository's place", () => {
    const given = gitEnvironment({
      ...{ PATH: "/bin", HOME: "/home/a", https_proxy: "http://proxy", SSH_AUTH_SOCK: "/s" },
      ...{
        "INPUT_GITHUB-TOKEN": "t",
        GITHUB_TOKEN: "t",
        ACTIONS_RUNTIME_TOKEN: "t",
        GH_TOKEN: "t",
      },
      ...{ GIT_DIR: "/other", GIT_INDEX_FILE: "/other", GIT_WORK_TREE: "/other", GIT_TRACE: "1" },
      ...{ GIT_ASKPASS: "ask", EDITOR: "ed", PAGER: "less", LD_PRELOAD: "x", LANG: "de_DE" },
    });
    expect(given).toMatchObject({ PATH: "/bin", HOME: "/home/a", https_proxy: "http://proxy" });
    expect(Object.values(given)).not.toContain("t");
    expect(Object.values(given)).not.toContain("/other");
    expect(given).not.toHaveProperty("LD_PRELOAD");
    expect(given).toMatchObject({ GIT_ASKPASS: "", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" });
  });

  test("settings handed over in pairs do reach it", async () => {
    const folder = initRepository(place("pairs"));
    const ambient = {
      ...{ PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
      ...{ GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "safe.directory", GIT_CONFIG_VALUE_0: "*" },
    };
    const distrusted = { GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" };
    expect(
      codeOf(await openGit(folder, { ...gitEnvironment(ambient), ...distrusted })),
    ).toMatchObject({ topLevel: folder });
    expect(codeOf(await openGit(folder, testEnvironment(distrusted)))).toBe("dubious-ownership");
  });
});
