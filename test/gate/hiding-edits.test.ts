import { describe, expect, test } from "vitest";
import { hidingEdits } from "../../src/gate/hiding-edits.ts";
import type { Model } from "../../src/model/model.ts";
import { dependencies, endpoint, failing, GATE, service } from "./models.ts";
import { LINES, NAMES, SERVICES, shop } from "./shop.ts";
import { fault } from "./under-scene.ts";

const edits = (carried: Model, head: Model, under: string | null = null) =>
  hidingEdits(carried, {
    model: head,
    endpoint: head.endpoints[0]!,
    fault: under === null ? null : fault(under),
  });

const spare = (index: number, replicas: number) => service(NAMES[index]!, replicas);

describe("the edits of a spec that can hide a drop", () => {
  test("are each told with old, new and the line", () => {
    expect(edits(shop(), shop({ services: SERVICES.with(2, spare(2, 3)) }))).toBe(
      "replicas of `payment` 2 → 3, deploy/payment.yaml:12",
    );
    const bought = service("payment", 1, { external: true });
    expect(edits(shop(), shop({ services: SERVICES.with(2, bought) }))).toBe(
      "external `payment` unset → 99.9%, availability.yaml:20",
    );
    expect(edits(shop({ services: SERVICES.with(2, bought) }), shop())).toBe(
      "external `payment` 99.9% → unset, availability.yaml:20",
    );
  });

  test("may add or take away, the latter at base", () => {
    expect(edits(shop(), shop({ services: [...SERVICES, service("mail")] }))).toBe(
      "service `mail` added, availability.yaml:20",
    );
    const less = shop({ dependencies: dependencies(NAMES, LINES.slice(0, 2)) });
    expect(edits(shop(), less)).toBe(
      "dependency `payment -> cache` removed, availability.yaml:32 at base",
    );
  });

  test("are named up to three, and the others counted", () => {
    const more = (count: number) =>
      shop({ services: SERVICES.map((one, at) => (at < count ? spare(at, 3) : one)) });
    const named = ["frontend", "cart", "payment"].map(
      (name) => `replicas of \`${name}\` 2 → 3, deploy/${name}.yaml:12`,
    );
    expect(edits(shop(), more(3))).toBe(named.join("; "));
    expect(edits(shop(), more(4))).toBe(`${named.join("; ")}; and 1 more`);
  });

  test("are those of the endpoint and of its fault alone", () => {
    const two = (entry: number, other: number) =>
      shop({
        endpoints: [endpoint("GET /", { entry }), endpoint("GET /other", { entry: other })],
      });
    expect(edits(two(0, 0), two(1, 1))).toBe(
      "entry of `GET /` frontend → cart, availability.yaml:50",
    );
    expect(edits(two(0, 0), two(0, 1))).toBeNull();
    const faults = (down: number) =>
      shop({
        faults: ["x", "y"].map((name) =>
          fault(name, { down: [{ kind: "service", service: down }] }),
        ),
      });
    const changed = "fault `x` cart down → payment down, availability.yaml:70";
    expect(edits(faults(1), faults(2), "x")).toBe(changed);
    expect(edits(faults(1), faults(2), "z")).toBeNull();
    expect(edits(faults(1), faults(2))).toBeNull();
  });

  test("are none that moves no figure: a promise or a setting", () => {
    const loose = shop({
      endpoints: [endpoint("GET /", { slo: failing(0.1) })],
      gate: { ...GATE, warnAt: 1 },
    });
    expect(edits(shop(), loose)).toBeNull();
    expect(edits(shop(), shop())).toBeNull();
  });
});
