import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { fetchCommits } from "../../src/repository/fetch.ts";
import { openGit } from "../../src/repository/git.ts";
import {
  isEmbedded,
  runsProgram,
  sendsHeader,
  settingsOf,
} from "../../src/repository/local-config.ts";
import { findCommit } from "../../src/repository/remote-names.ts";
import {
  codeOf,
  commit,
  initRepository,
  open,
  openWorkshop,
  run,
  testEnvironment,
} from "./git-fixture.ts";

const workshop = openWorkshop();
afterAll(workshop.remove);
const place = (name: string): string => join(workshop.folder, name);

describe("settings that run a program when git fetches", () => {
  const judge = (key: string, value: string) => runsProgram([{ key, value }], "/srv/shop");

  test.each([
    ["core.gitproxy", "./proxy"],
    ["core.alternaterefscommand", "touch x"],
    ["remote.origin.vcs", "planted"],
    ["remote.a\nb.uploadpack", "touch x; git-upload-pack"],
    ["hook.any.command", "touch x"],
    ["credential.helper", "!touch x"],
    ["credential.https://example.org.helper", "/srv/shop/helper"],
    ["credential.helper", "store; touch x"],
    ["credential.helper", "../../planted"],
    ["core.sshcommand", "./ssh"],
    ["core.sshcommand", "/srv/shop/bin/ssh"],
    ["core.sshcommand", "/usr/../srv/shop/ssh"],
    ["core.sshcommand", "ssh -o ProxyCommand=touch"],
    ["core.sshcommand", 'ssh -o "ProxyCommand=touch x"'],
    ["core.sshcommand", "ssh -F config"],
    ["core.sshcommand", "ssh; touch x"],
    ["core.sshcommand", 'ssh -i "$(touch x)"'],
    ["core.sshcommand", "ssh -i `touch`"],
    ["core.sshcommand", 'ssh -i "a\\" -o ProxyCommand=x"'],
    ["core.sshcommand", "ssh\ntouch x"],
    ["core.sshcommand", "touch x"],
  ])("%s = %s", (key, value) => {
    expect(judge(key, value)).toBe(key);
  });

  test.each([
    // As actions/checkout writes it where it is given `ssh-key`.
    [
      "core.sshcommand",
      '"/usr/bin/ssh" -i "$RUNNER_TEMP/0b1c" -o StrictHostKeyChecking=yes -o CheckHostIP=no -o "UserKnownHostsFile=$RUNNER_TEMP/0b1c_known_hosts"',
    ],
    ["core.sshcommand", "ssh -i ~/.ssh/id -o IdentitiesOnly=yes".replace("~", "/home/me")],
    ["credential.helper", ""],
    ["credential.helper", "cache --timeout=3600"],
    ["credential.https://github.com.helper", "manager"],
    ["remote.origin.uploadpack", "git-upload-pack"],
    ["remote.origin.url", "ext::sh -c x"],
    ["http.https://github.com/.extraheader", "AUTHORIZATION: basic x"],
  ])("but not %s = %s", (key, value) => {
    expect(judge(key, value)).toBeNull();
  });

  test("are those of the repository alone: its user's are the user's own", () => {
    const listing = [
      ...["global", "core.sshcommand\nmine"],
      ...["command", "core.gitproxy\nmine"],
      ...["local", "core.bare"],
      ...["worktree", "a.b\nlocal\nc"],
      "",
    ].join("\0");
    expect(settingsOf(listing, "own")).toEqual([
      { key: "core.bare", value: "" },
      { key: "a.b", value: "local\nc" },
    ]);
  });

  test("send a header, or take it back", () => {
    const of = (...settings: readonly string[]) =>
      sendsHeader(settings.map((one) => `local\0${one}\0`).join(""));
    expect(of("core.bare\nfalse", "http.extraheader\nAUTHORIZATION: basic eDpz")).toBe(true);
    expect(of("http.https://github.com/.extraheader\nAUTHORIZATION: basic eDpz")).toBe(true);
    expect(of("http.extraheader\n", "http.proxy\nhttp.extraheader\nx")).toBe(false);
    expect(of("core.x\na\nhttp.extraheader\nx")).toBe(false);
  });

  test("keep us from fetching and from asking the remote, and say which", async () => {
    const folder = initRepository(place("shop"));
    const oid = commit(folder, { a: "1" });
    run(folder, "remote", "add", "origin", folder);
    run(folder, "config", "extensions.worktreeConfig", "true");
    run(folder, "config", "--worktree", "core.gitProxy", "planted");
    const git = await open(folder);
    const problem = await fetchCommits(git, [oid]);
    expect(problem).toMatchObject({ kind: "unavailable", code: "distrusted-configuration" });
    expect(problem?.message).toContain("`core.gitproxy`");
    expect(problem?.message).toContain("--global");
    expect(codeOf(await findCommit(git, "elsewhere"))).toBe("distrusted-configuration");
    expect(git.environment.GIT_ALLOW_PROTOCOL).toBe("");
  });
});

describe("a repository within the files of another", () => {
  const outer = initRepository(place("outer"));
  const inner = join(outer, "inner");
  mkdirSync(join(inner, "objects"), { recursive: true });
  mkdirSync(join(inner, "refs"));
  writeFileSync(join(inner, "HEAD"), "ref: refs/heads/main\n");

  test.each([
    ["bare", "[core]\n\tbare = true\n"],
    ["with the outer one's files", "[core]\n\tbare = false\n\tworktree = ..\n"],
  ])("is none to work in, %s", async (_, config) => {
    writeFileSync(join(inner, "config"), `${config}\trepositoryformatversion = 0\n`);
    expect(codeOf(await openGit(inner, testEnvironment()))).toBe("embedded-repository");
    mkdirSync(join(inner, "deep"), { recursive: true });
    expect(codeOf(await openGit(join(inner, "deep"), testEnvironment()))).toBe(
      "embedded-repository",
    );
  });

  test("files from elsewhere are not read", async () => {
    const folder = initRepository(place("pointing"));
    mkdirSync(place("private"));
    run(folder, "config", "core.worktree", place("private"));
    expect(codeOf(await openGit(folder, testEnvironment()))).toBe("embedded-repository");
  });

  test("a linked worktree, a submodule and a folder of git's own are at home", () => {
    const git = join(outer, ".git");
    expect(isEmbedded(git)).toBe(false);
    expect(isEmbedded(join(git, "worktrees/x"))).toBe(false);
    expect(isEmbedded(join(git, "modules/x"))).toBe(false);
    expect(isEmbedded(join(outer, "x.git"))).toBe(true);
    const kept = place("kept");
    mkdirSync(join(kept, ".bare"), { recursive: true });
    writeFileSync(join(kept, ".git"), "gitdir: ./.bare\n");
    expect(isEmbedded(join(kept, ".bare"))).toBe(false);
    mkdirSync(place("linked"));
    symlinkSync(git, join(place("linked"), ".git"));
    expect(isEmbedded(git)).toBe(false);
  });
});
