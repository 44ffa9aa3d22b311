import { describe, expect, test } from "vitest";
import { drawingAll } from "./all-drawn.ts";
import { divided, modelOf } from "./scene.ts";

/** Six pairs, one of each of which is needed; each of the twelve runs so many replicas, the last pair of its own θ. */
function pairs(replicas: number, last: string) {
  const names = Array.from({ length: 12 }, (_, i) => `s${i}`);
  return modelOf({
    defaults: { replicaAvailability: "80%", dependencyAvailability: "100%" },
    services: {
      web: { replicas: 2 },
      ...Object.fromEntries(
        names.map((name, i) => [
          name,
          // The later ones matter the more.
          { replicas, replicaAvailability: i < 10 ? `${85 - i}%` : last },
        ]),
      ),
    },
    dependencies: names.map((name) => `web -> ${name}`),
    endpoints: {
      "GET /": {
        entry: "web",
        needs: [0, 2, 4, 6, 8, 10].map((i) => ({ anyOf: [names[i], names[i + 1]] })),
      },
    },
  });
}

async function told(last: string): Promise<readonly (readonly string[])[]> {
  const { causes } = divided(await pairs(2, last), await pairs(1, last), drawingAll(2 ** 13));
  return causes.map(({ changes }) => changes.map(({ subject }) => subject));
}

describe("of more than ten facts that are drawn", () => {
  test("those that surely move nothing are left out, and the others told apart", async () => {
    const effective = Array.from({ length: 10 }, (_, i) => [`s${i}`]);
    expect((await told("100%")).toSorted()).toEqual(effective);
  });

  test("those that no drawn state shows to move anything are not: they are told with the lightest", async () => {
    const all = await told("99.9999%");
    const sizes = all.map((names) => names.length);
    expect(sizes.toSorted((a, b) => a - b)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 3]);
    const rest = all.find((names) => names.length === 3)!;
    expect(rest).toContain("s10");
    expect(rest).toContain("s11");
  });
});
