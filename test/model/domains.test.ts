import { describe, expect, it } from "vitest";
import { builtModel, told } from "./support.ts";

const head =
  "version: 1\ndependencies: [web -> pay, pay ~> log]\nendpoints: { e: { entry: web } }\n";
const zone = "  zone: { members: [a, b, c], availability: 99.9% }\n";
const mesh = "  mesh: { availability: 99.99%, covers: all }\n";
const withDomains = (domains: string, rest = "") => `${head}domains:\n${domains}${rest}`;

describe("domains", () => {
  it("have a state for each member, or one of their own name", async () => {
    const text = withDomains(
      "  zone:\n    topologyKey: topology.kubernetes.io/zone\n    members: [a, b]\n    availability: { b: 99.9%, a: 99% }\n",
      mesh,
    );
    const { domains, members } = await builtModel(text);
    expect(domains).toEqual([
      {
        name: "zone",
        topologyKey: "topology.kubernetes.io/zone",
        members: [0, 1],
        place: { file: "availability.yaml", line: 5, column: 3 },
      },
      {
        name: "mesh",
        topologyKey: null,
        members: [2],
        place: { file: "availability.yaml", line: 9, column: 3 },
      },
    ]);
    const place = (line: number, column: number) => ({ file: "availability.yaml", line, column });
    expect(members).toEqual([
      { name: "zone/a", domain: 0, up: { p: 0.99, q: 0.01 }, place: place(8, 34) },
      { name: "zone/b", domain: 0, up: { p: 0.999, q: 0.001 }, place: place(8, 24) },
      { name: "mesh", domain: 1, up: { p: 0.9999, q: 0.0001 }, place: place(9, 25) },
    ]);
  });

  it("may give one availability to all members", async () => {
    const { members } = await builtModel(withDomains(zone));
    expect(members.map(({ name, up }) => [name, up.q])).toEqual([
      ["zone/a", 0.001],
      ["zone/b", 0.001],
      ["zone/c", 0.001],
    ]);
  });

  it.each([
    [
      "  zone: { members: [a, west], availability: { a: 99%, wst: 99% } }\n",
      [
        "5:24 error missing-key: `availability` says nothing of the member `west`; add it, or write one for all",
        "5:55 error unknown-member: unknown member `wst` of domain `zone`; did you mean `west`?",
      ],
    ],
    [
      "  zone: { members: [a], availability: { a: 99%, other: 99% } }\n",
      [
        "5:49 error unknown-member: unknown member `other` of domain `zone`; list it in `members` or remove it",
      ],
    ],
    [
      "  mesh: { availability: { a: 99% } }\n",
      [
        "5:25 error contradiction: `mesh` has no members to tell apart; write one `availability`, or list its `members`",
      ],
    ],
    [
      "  zone: { members: [a], availability: 99%, covers: all }\n",
      [
        "5:44 error contradiction: `zone` has members, and a dependency passes through none of them; remove `covers`, or cover it by a domain without members",
      ],
    ],
    [
      "  mesh: { availability: 99%, covers: [web -> pax, pay  ~>  log, nothing] }\n",
      [
        "5:39 error unknown-dependency: unknown dependency `web -> pax`; did you mean `web -> pay`?",
        "5:65 error invalid-dependency: `nothing` is not a dependency; write `caller -> callee`, or `caller ~> callee` where the caller does not wait",
      ],
    ],
    [
      "  mesh: { availability: 99%, covers: web }\n",
      ["5:38 error invalid-value: `covers: web` must be `all` or a list of dependencies"],
    ],
    [
      "  zone: { members: [], availability: 99.5 }\n  rack: { members: [a, a] }\n",
      [
        "5:20 error invalid-value: `members` must not be empty",
        "5:38 error invalid-value: `availability: 99.5` is above 1; did you mean 99.5%?",
        "6:3 error missing-key: `rack` has no `availability`; add it",
        "6:20 error invalid-value: `members` must not name anything twice",
      ],
    ],
    [
      "  zone: { members: [a/b, c], availability: 99% }\n  zone/a: { members: [b], availability: 99% }\n  zone/c: { availability: 99% }\n",
      [
        "5:3 error ambiguous-name: `zone/c` is a member of `zone` and a domain; rename one of the two",
        "6:3 error ambiguous-name: `zone/a/b` is a member of `zone/a` and a member of `zone`; rename one of the two",
      ],
    ],
    [
      '  "a -> b": { availability: 99% }\n',
      [
        "5:3 error invalid-name: the name `a -> b` contains an arrow; put a space at each side of the arrow of a dependency; choose another",
      ],
    ],
  ])("refuse\n%s", async (domains, expected) => {
    expect(await told(withDomains(domains))).toEqual(expected);
  });
});

describe("what dependencies share", () => {
  /** Names of the states that each channel shares. */
  const shared = async (dependencies: string, domains: string) => {
    const { dependencies: found, members } = await builtModel(
      `version: 1\ndependencies:\n${dependencies}endpoints: { e: { entry: a } }\ndomains:\n${domains}`,
    );
    return found.map(({ name, channels }) => [
      name,
      ...channels.map((one) => one.members.map((i) => members[i]!.name)),
    ]);
  };
  const two = "  - a -> b\n  - a ~> b\n  - b -> c: { independent: true }\n  - b -> c\n";

  it("is every domain that covers all, or their line", async () => {
    expect(await shared(two, mesh)).toEqual([
      ["a -> b", ["mesh"]],
      ["a ~> b", ["mesh"]],
      ["b -> c", ["mesh"], ["mesh"]],
    ]);
    const named =
      "  lan: { availability: 99%, covers: [b  ->  c] }\n  wan: { availability: 99%, covers: ['a ~> b'] }\n";
    expect(await shared(two, named + mesh)).toEqual([
      ["a -> b", ["mesh"]],
      ["a ~> b", ["wan", "mesh"]],
      ["b -> c", ["lan", "mesh"], ["lan", "mesh"]],
    ]);
  });

  it("is what any line of the channel names, once", async () => {
    const domains = "  lan: { availability: 99% }\n  wan: { availability: 99% }\n";
    const lines =
      "  - a -> b: { domains: [wan], availability: 90% }\n  - a -> b: { domains: [lan, wan], availability: 80% }\n  - a -> b: { independent: true, domains: [lan] }\n  - a -> b: { independent: true }\n";
    expect(await shared(lines, domains)).toEqual([["a -> b", ["lan", "wan"], ["lan"], []]]);
    expect(await shared("  - a -> b: { domains: [mesh, mesh] }\n", mesh)).toEqual([
      ["a -> b", ["mesh"]],
    ]);
  });

  it("is no domain that is unknown or has members", async () => {
    const text = `version: 1\ndependencies: [{ a -> b: { domains: [mash, zone] } }]\nendpoints: { e: { entry: a } }\ndomains:\n${zone}${mesh}`;
    expect(await told(text)).toEqual([
      "2:38 error unknown-domain: unknown domain `mash`; did you mean `mesh`?",
      "2:44 error contradiction: `zone` has members, and a dependency passes through none of them; name a domain without members",
    ]);
  });
});
