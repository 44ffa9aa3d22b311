import { describe, expect, test } from "vitest";
import { divided, dividedSpecs, modelOf, type SpecData, told } from "./scene.ts";

const THETA = 0.9;

describe("a quorum of more than the replicas that there are", () => {
  // One of one, one of two, both of two: first the replica comes, then the quorum rises.
  const [one, any, both] = [THETA, 1 - (1 - THETA) ** 2, THETA ** 2];
  const expected = [
    `quorum cart: ${Math.round((both - any) * 1e6)}`,
    `replicas cart: ${Math.round((any - one) * 1e6)}`,
  ];
  const alone = (cart: SpecData) => ({
    defaults: { replicaAvailability: "90%" },
    services: { cart },
    endpoints: { "GET /": { entry: "cart" } },
  });
  const needed = (cart: SpecData) => ({
    defaults: { replicaAvailability: "90%", dependencyAvailability: "100%" },
    services: { web: { replicas: 1, replicaAvailability: "100%" }, cart },
    dependencies: ["web -> cart"],
    endpoints: { "GET /": { entry: "web", needs: ["cart"] } },
  });

  test.each([
    ["the entry", alone],
    ["a need", needed],
  ])("lies on no order where it is that of %s", async (_, of) => {
    const all = await dividedSpecs(of({ replicas: 1 }), of({ replicas: 2, quorum: 2 }));
    expect(told(all)).toEqual(expected);
  });
});

test("what an asynchronous call alone reaches is asked for only once completion is eventual", async () => {
  const of = (is: { completion: string; needs: readonly string[] }) =>
    modelOf({
      defaults: { replicaAvailability: "90%", dependencyAvailability: "100%" },
      services: { web: { replicas: 1 }, mail: { replicas: 1 } },
      dependencies: ["web ~> mail"],
      endpoints: { "GET /": { entry: "web", ...is } },
    });
  const all = divided(
    await of({ completion: "immediate", needs: [] }),
    await of({ completion: "eventual", needs: ["mail"] }),
  );
  expect(told(all)).toEqual([`predicate GET /: ${Math.round((THETA ** 2 - THETA) * 1e6)}`]);
});
