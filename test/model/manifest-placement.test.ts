import { describe, expect, it } from "vitest";
import type { PlacementFact } from "../../src/deployment/workload.ts";
import { build, builtModel, lines, type WorkloadFacts, workload } from "./support.ts";

const ZONE = "topology.kubernetes.io/zone";

const spec = (more = "", key = ZONE) => `version: 1
dependencies: [web -> pay]
endpoints: { e: { entry: web } }
domains:
  zone: { topologyKey: ${key}, members: [a, b, c], availability: { a: 99.9%, b: 99%, c: 99.9% } }
${more}`;
const byDefault = (on: string) => `defaults: { placement: { zone: ${on} } }\n`;
const own = (on: string) => `services: { pay: { placement: { zone: ${on} } } }\n`;

let line = 100;

/** "spread", "soft spread", "pinned a|x", "idle spread", "spread kubernetes.io/hostname=", … */
function fact(text: string): PlacementFact {
  const words = text.split(" ");
  const mark = words[0] === "soft" || words[0] === "idle" ? words.shift() : null;
  const [rule, last = ""] = words;
  const [key, values] = last.includes("=") ? last.split("=") : [ZONE, last];
  line += 1;
  return {
    topologyKey: key!,
    rule: rule as PlacementFact["rule"],
    soft: mark === "soft",
    values: values === "" ? [] : values!.split("|"),
    place: { file: "pay.yaml", line, column: 1 },
    ...(mark === "idle" ? { idle: "it does nothing; mend it" } : {}),
  };
}

const pay = (facts: readonly string[], more: WorkloadFacts = {}) =>
  workload({ name: "pay", count: 4, placement: facts.map(fact), ...more });

/** Members of each replica of `pay`, and what says so. */
async function seats(text: string, facts: readonly string[], more: WorkloadFacts = {}) {
  const { services, members } = await builtModel(text, [pay(facts, more)]);
  const { placement, origin } = services.find(({ name }) => name === "pay")!;
  const on = placement.map((all) => all.map((one) => members[one]!.name.slice(5)).join("+"));
  const said = (origin.placement ?? []).map(({ from, soft }) => (soft ? `${from}, soft` : from));
  return [on.join(" ").trim(), ...said].join("; ");
}

describe("manifests place replicas on the members of a domain", () => {
  it.each<[readonly string[], string]>([
    [["spread"], "a b c a; manifest"],
    [["soft spread"], "a b c a; manifest, soft"],
    [["soft spread", "spread"], "a b c a; manifest"],
    [["packed"], "a a a a; manifest"],
    [["soft packed"], "a a a a; manifest, soft"],
    [["pinned c|a"], "a c a c; manifest"],
    [["soft pinned c"], "c c c c; manifest, soft"],
    [["avoided a"], "b c b c; manifest"],
    [["avoided x"], ""],
    [["soft avoided b"], "a c a c; manifest, soft"],
    // Together: spread over the pinned, packed on the first of them.
    [["spread", "pinned b|c"], "b c b c; manifest"],
    [["soft spread", "pinned b|c"], "b c b c; manifest, soft"],
    [["packed", "pinned b|c"], "b b b b; manifest"],
    [["pinned a|b", "pinned b|c"], "b b b b; manifest"],
    [["pinned a|b", "avoided a"], "b b b b; manifest"],
    // What must hold comes before what would be nice, and what packs before what spreads.
    [["spread", "soft pinned a"], "a b c a; manifest"],
    [["spread", "packed"], "a a a a; manifest"],
    [["spread", "soft packed"], "a b c a; manifest"],
    [["packed", "soft pinned c"], "c c c c; manifest"],
    [["pinned b|c", "soft pinned c"], "c c c c; manifest, soft"],
    [["soft spread", "soft packed"], "a a a a; manifest, soft"],
    [["soft spread", "soft pinned b|c"], "b c b c; manifest, soft"],
    // Elsewhere than in the domain: all together, where it is worst.
    [["pinned x"], "b b b b; manifest"],
    [["spread", "pinned x|y"], "b b b b; manifest"],
    [["pinned a", "pinned c"], "b b b b; manifest"],
    [["avoided a|b|c"], "b b b b; manifest"],
    [["pinned a|x"], "a a a a; manifest"],
    [["soft pinned x"], ""],
    [["soft pinned x", "spread"], "a b c a; manifest"],
    // Of no account.
    [["idle spread"], ""],
    [["spread kubernetes.io/hostname="], ""],
    [["pinned disk=a"], ""],
  ])("%j: %s", async (facts, expected) => {
    expect(await seats(spec(), facts)).toBe(expected);
  });

  it("comes after the service's own placement, and before the default", async () => {
    expect(await seats(spec(own("[c]")), ["spread"])).toBe("c c c c; spec");
    expect(await seats(spec(byDefault("packed")), ["spread"])).toBe("a b c a; manifest");
    expect(await seats(spec(byDefault("[c, b]")), ["idle spread"])).toBe("c b c b; default");
    expect(await seats(spec(own("packed") + byDefault("spread")), [])).toBe("a a a a; spec");
  });

  it("leaves to the default how replicas share what they are pinned to", async () => {
    const pinned = ["pinned b|c"];
    expect(await seats(spec(byDefault("packed")), pinned)).toBe("b b b b; manifest");
    expect(await seats(spec(byDefault("spread")), pinned)).toBe("b c b c; manifest");
    expect(await seats(spec(byDefault("[c, a]")), pinned)).toBe("c c c c; manifest");
    expect(await seats(spec(byDefault("[a]")), pinned)).toBe("b c b c; manifest");
  });

  it("knows the former names of labels", async () => {
    const former = "failure-domain.beta.kubernetes.io/zone";
    expect(await seats(spec("", former), ["spread"])).toBe("a b c a; manifest");
    expect(await seats(spec(), [`pinned ${former}=b`])).toBe("b b b b; manifest");
  });

  it("takes a DaemonSet for spread, where it is let", async () => {
    const daemons: WorkloadFacts = {
      kind: "DaemonSet",
      count: null,
      replicas: { count: null, rule: "daemonset", place: { file: "d.yaml", line: 4, column: 1 } },
    } as WorkloadFacts;
    const three = (more = "") => spec(`defaults: { daemonSetReplicas: 3${more} }\n`);
    expect(await seats(three(), [], daemons)).toBe("a b c; manifest");
    expect(await seats(three(), ["pinned c"], daemons)).toBe("c c c; manifest");
  });

  it("says nothing in a domain without label, or without members", async () => {
    const none = spec().replace(`topologyKey: ${ZONE}, `, "");
    expect(await seats(none, ["spread"])).toBe("");
    const one = `${spec().replace(/ {2}zone:.*/, `  zone: { topologyKey: ${ZONE}, availability: 99% }`)}`;
    expect(await seats(one, ["spread"])).toBe("");
  });

  it("zips domains by index", async () => {
    const host =
      "  host: { topologyKey: kubernetes.io/hostname, members: [h, i], availability: 99% }\n";
    const facts = ["spread", "spread kubernetes.io/hostname="];
    const { services, members } = await builtModel(spec(host), [pay(facts)]);
    const { placement } = services.find(({ name }) => name === "pay")!;
    expect(placement.map((all) => all.map((one) => members[one]!.name).join(" "))).toEqual([
      "zone/a host/h",
      "zone/b host/i",
      "zone/c host/h",
      "zone/a host/i",
    ]);
  });

  it("keeps the line that decides: what leaves members out before what takes them in turn", async () => {
    const placeOf = async (facts: readonly PlacementFact[]) => {
      const { services } = await builtModel(spec(), [workload({ name: "pay", placement: facts })]);
      return services.find(({ name }) => name === "pay")!.origin.placement?.[0]?.place;
    };
    const [spread, pin, all] = [fact("spread"), fact("pinned a"), fact("avoided x")];
    expect(await placeOf([spread, all])).toEqual(spread.place);
    expect(await placeOf([spread, pin])).toEqual(pin.place);
  });
});

describe("what is told of places in manifests", () => {
  const told = async (text: string, facts: readonly string[]) => {
    const { diagnostics } = await build(text, [pay(facts)]);
    const mine = ["idle-placement", "unknown-placement", "unmodelled-placement"];
    return lines(diagnostics.filter(({ code }) => mine.includes(code))).map((one) =>
      one.replace(/^pay\.yaml:\d+:1 /, ""),
    );
  };

  it("is what does nothing, where the spec has that domain and the service is not placed by it", async () => {
    const idle = ["warning idle-placement: service `pay`: it does nothing; mend it"];
    expect(await told(spec(), ["idle spread"])).toEqual(idle);
    expect(await told(spec(byDefault("spread")), ["idle spread"])).toEqual(idle);
    expect(await told(spec(own("spread")), ["idle spread"])).toEqual([]);
    expect(await told(spec(), ["idle spread", "soft spread"])).toEqual([]);
    expect(await told(spec(), ["idle spread kubernetes.io/hostname="])).toEqual([]);
  });

  it.each([
    [
      "pinned x",
      "warning unknown-placement: service `pay` is pinned to `x`, no member of `zone`, and counts as all on its least available member; list it in `members`, or correct the manifest",
    ],
    [
      "pinned a|x|y",
      "notice unknown-placement: service `pay` is pinned to `x`, `y`, no member of `zone`, and counts as on the others; list it in `members`, or correct the manifest",
    ],
    [
      "soft pinned x",
      "warning unknown-placement: service `pay` prefers `x`, no member of `zone`, and counts as if that were not written; list it in `members`, or correct the manifest",
    ],
    [
      "avoided a|b|c",
      "warning unknown-placement: service `pay` runs on no member of `zone`, and counts as all on its least available member; list it in `members`, or correct the manifest",
    ],
  ])("is %s", async (rule, expected) => {
    expect(await told(spec(), [rule])).toEqual([expected]);
    expect(await told(spec(own("spread")), [rule])).toEqual([]);
  });

  it("is one line for all spreads that the spec has no domain for, but for hosts", async () => {
    const bare = "version: 1\ndependencies: [web -> pay]\nendpoints: { e: { entry: web } }\n";
    const line = `1:1 notice unmodelled-placement: the manifests spread 1 service (\`pay\`) over \`${ZONE}\`, the \`topologyKey\` of no domain with members: what fails together there is not counted; add such a domain to \`domains\``;
    expect(await told(bare, ["spread", "soft spread"])).toEqual([line]);
    expect(await told(bare, ["spread kubernetes.io/hostname=", "pinned a", "idle spread"])).toEqual(
      [],
    );
    expect(await told(spec(own("spread"), "rack"), ["spread"])).toEqual([]);
    expect(await told(spec(byDefault("spread"), "rack"), ["spread"])).toEqual([]);
  });

  it("no more counts a service that its manifest spreads among those in no domain", async () => {
    const { diagnostics } = await build(spec(), [pay(["spread"])]);
    expect(lines(diagnostics).filter((one) => one.includes(" unplaced:"))).toEqual([
      "1:1 notice unplaced: placed in no domain: 1 service in no `zone` (`web`); set `defaults.placement` or the services' own `placement`, or spread them in the manifests",
    ]);
  });
});
