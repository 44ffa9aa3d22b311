import { describe, expect, it } from "vitest";
import { describeChanges } from "../../src/gate/changes.ts";
import { withoutUpdates } from "../../src/gate/evidence-changes.ts";
import type { Channel, Model } from "../../src/model/model.ts";
import { builtModel } from "../model/support.ts";

const spec = (line: string, service = "{ replicas: 2 }", more = "") =>
  `version: 1\ndependencies: [${line}]\nservices: { pay: ${service} }\n${more}endpoints: { e: { entry: web } }\n`;
const seen = (good: number, total: number) => `evidence: { good: ${good}, total: ${total} }`;

const rows = (base: Model, head: Model) =>
  describeChanges(base, head).map(
    (one) => `${one.kind} ${one.subject}: ${one.base} -> ${one.head}`,
  );
const channel = ({ dependencies }: Model): Channel => dependencies[0]!.channels[0]!;
const replicas = ({ services }: Model) => services.find(({ name }) => name === "pay")!.replicas;

describe("changes of evidence", () => {
  it("are a kind of their own: renewed, added, or no longer against the default", async () => {
    const old = await builtModel(spec(`web -> pay: { ${seen(9953, 10000)} }`));
    const fewer = await builtModel(spec(`web -> pay: { ${seen(9900, 10000)} }`));
    const none = await builtModel(spec("web -> pay"));
    expect(rows(old, fewer)).toEqual(["evidence web -> pay: 99.53% -> 99.00%"]);
    expect(rows(none, old)).toEqual(["evidence web -> pay: 99.99% -> 99.53%"]);
    expect(rows(old, none)).toEqual(["evidence web -> pay: 99.53% -> 99.99%"]);
  });

  it("of a service are that of θ", async () => {
    const old = await builtModel(spec("web -> pay", `{ replicas: 2, ${seen(970, 1000)} }`));
    const fewer = await builtModel(spec("web -> pay", `{ replicas: 2, ${seen(950, 1000)} }`));
    expect(rows(old, fewer)).toEqual(["evidence pay: 97.00% -> 95.00%"]);
  });

  it("print as many digits as tell two figures apart that else look alike", async () => {
    const [old, now] = [
      await builtModel(spec(`web -> pay: { ${seen(999_000, 1_000_000)} }`)),
      await builtModel(spec(`web -> pay: { ${seen(999_001, 1_000_000)} }`)),
    ];
    expect(rows(old, now)).toEqual(["evidence web -> pay: 99.90% -> 99.9001%"]);
  });

  it("tell the better of several routes first", async () => {
    const routed = (good: number) => {
      const routes = [good, 9953].map(
        (one) => `{ web -> pay: { independent: true, ${seen(one, 10000)} } }`,
      );
      return builtModel(spec(routes.join(", ")));
    };
    expect(rows(await routed(9000), await routed(9500))).toEqual([
      "evidence web -> pay: 99.53%, 90.00% -> 99.53%, 95.00%",
    ]);
  });

  it("are none where counts change and the figure does not, or where a person sets it", async () => {
    const few = await builtModel(spec(`web -> pay: { ${seen(1000, 1000)} }`));
    const more = await builtModel(spec(`web -> pay: { ${seen(2000, 2000)} }`));
    expect(rows(few, more)).toEqual([]);
    const set = await builtModel(spec(`web -> pay: { availability: 99.5%, ${seen(9953, 10000)} }`));
    const byEvidence = await builtModel(spec(`web -> pay: { ${seen(9953, 10000)} }`));
    expect(rows(byEvidence, set)).toEqual(["dependency-availability web -> pay: 99.53% -> 99.5%"]);
    expect(rows(set, byEvidence)).toEqual(["evidence web -> pay: 99.50% -> 99.53%"]);
  });
});

describe("head without updates of evidence", () => {
  it("has what base has, and nothing else of base", async () => {
    const base = await builtModel(
      spec(`web -> pay: { ${seen(9953, 10000)} }`, `{ replicas: 2, ${seen(970, 1000)} }`),
    );
    const head = await builtModel(
      spec(
        `{ web -> pay: { ${seen(9900, 10000)} } }, { web -> cart: { availability: 98% } }`,
        `{ replicas: 3, ${seen(950, 1000)} }`,
      ),
    );
    const found = withoutUpdates(base, head);
    expect(found?.names).toEqual(["pay", "web -> pay"]);
    expect(channel(found!.model).up).toEqual({ p: 0.9953, q: 0.0047 });
    expect(replicas(found!.model)).toEqual([
      { p: 0.97, q: 0.03 },
      { p: 0.97, q: 0.03 },
      { p: 0.97, q: 0.03 },
    ]);
    expect(found!.model.dependencies[1]).toBe(head.dependencies[1]);
    expect(rows(base, found!.model)).toEqual([
      "replicas pay: 2 -> 3",
      "service-added cart: null -> 1",
      "dependency-added web -> cart: null -> 98%",
    ]);
  });

  it("takes back what took the place of a value that was set, and not what is set at head", async () => {
    const set = await builtModel(spec("web -> pay: { availability: 99.999% }"));
    const head = await builtModel(spec(`web -> pay: { ${seen(9900, 10000)} }`));
    expect(channel(withoutUpdates(set, head)!.model).up.q).toBe(0.00001);
    expect(withoutUpdates(head, set)).toBeNull();
    expect(withoutUpdates(head, head)).toBeNull();
  });

  it("leaves a service that becomes a third party, or is none any more", async () => {
    const own = await builtModel(spec("web -> pay", `{ replicas: 2, ${seen(950, 1000)} }`));
    const bought = await builtModel(spec("web -> pay", "{ external: 99.9% }"));
    expect(withoutUpdates(bought, own)).toBeNull();
    expect(withoutUpdates(own, bought)).toBeNull();
    expect(rows(bought, own)).toEqual(["external pay: 99.9% -> null"]);
    expect(rows(own, bought)).toEqual(["external pay: null -> 99.9%"]);
  });

  it("leaves a dependency that has more routes, or fewer: which of them was renewed, nobody knows", async () => {
    const base = await builtModel(spec(`web -> pay: { ${seen(9953, 10000)} }`));
    const head = await builtModel(spec(`web -> pay: { ${seen(9900, 10000)} }`));
    const twice = (model: Model): Model => ({
      ...model,
      dependencies: model.dependencies.map((one) => ({
        ...one,
        channels: [...one.channels, ...one.channels],
      })),
    });
    expect(withoutUpdates(base, head)).not.toBeNull();
    expect(withoutUpdates(base, twice(head))).toBeNull();
    expect(withoutUpdates(twice(base), head)).toBeNull();
    expect(withoutUpdates(twice(base), twice(head))?.names).toEqual(["web -> pay"]);
  });

  it("leaves a service whose θ is as it was, or of which there was none, or is none any more", async () => {
    const at = (count: number, good: number, total: number) =>
      builtModel(spec("web -> pay", `{ replicas: ${count}, ${seen(good, total)} }`));
    const two = await at(2, 970, 1000);
    const more = await at(3, 1940, 2000);
    const none = await at(0, 970, 1000);
    for (const head of [more, none]) expect(withoutUpdates(two, head)).toBeNull();
    expect(withoutUpdates(none, two)).toBeNull();
  });

  it("takes back the one route that was renewed, and leaves the other", async () => {
    const base = await builtModel(spec(`web -> pay: { ${seen(9953, 10000)} }`));
    const head = await builtModel(spec(`web -> pay: { ${seen(9900, 10000)} }`));
    const set: Channel = { ...channel(base), up: { p: 0.98, q: 0.02 }, availabilityFrom: "spec" };
    const beside = (model: Model): Model => ({
      ...model,
      dependencies: [{ ...model.dependencies[0]!, channels: [set, channel(model)] }],
    });
    const found = withoutUpdates(beside(base), beside(head))!;
    expect(found.names).toEqual(["web -> pay"]);
    const [first, second] = found.model.dependencies[0]!.channels;
    expect(first).toBe(set);
    expect(second!.up).toEqual({ p: 0.9953, q: 0.0047 });
  });

  it("takes back what was observed of calls of which manifests say other things", async () => {
    const place = { file: "route.yaml", line: 1, column: 1 };
    const origin = { onTime: null, retries: place, injected: null };
    const routed = async (good: number): Promise<Model> => {
      const built = await builtModel(spec(`web -> pay: { ${seen(good, 10000)} }`));
      const channels = [{ ...channel(built), origin }];
      return { ...built, dependencies: [{ ...built.dependencies[0]!, channels }] };
    };
    const found = withoutUpdates(await routed(9953), await routed(9900))!;
    expect(channel(found.model)).toMatchObject({ up: { p: 0.9953, q: 0.0047 }, origin });
  });

  it("leaves what manifests make fail", async () => {
    const base = await builtModel(spec("web -> pay"));
    const built = await builtModel(spec(`web -> pay: { ${seen(9900, 10000)} }`));
    const place = { file: "route.yaml", line: 1, column: 1 };
    const share = { p: 0.1, q: 0.9 };
    const injected = { without: channel(built).up, share, place };
    const [dependency] = built.dependencies;
    const head: Model = {
      ...built,
      dependencies: [
        {
          ...dependency!,
          channels: [
            {
              ...channel(built),
              up: { p: 0.99 * 0.9, q: 1 - 0.99 * 0.9 },
              origin: { onTime: null, retries: null, injected },
            },
          ],
        },
      ],
    };
    const { up, origin } = channel(withoutUpdates(base, head)!.model);
    expect(up.p).toBeCloseTo(0.9999 * 0.9, 15);
    expect(origin?.injected?.without).toEqual({ p: 0.9999, q: 0.0001 });
    expect(origin?.injected?.share).toEqual(share);
  });
});
