import type { Row } from "../../src/study/row.ts";

/** Rows of the family `sensitivity` as the study gives them, by the closed form. */
export function sensitivityRows(
  steps: number,
  from = 1,
  to = 3,
  [least, most]: readonly [number, number] = [0.5, 0.995],
): Row[] {
  const values = Array.from(
    { length: steps },
    (_, i) => least + ((most - least) * i) / (steps - 1),
  );
  return values.flatMap((rho) =>
    values.map((theta) => {
      const [baseline, exact] = [from, to].map((replicas) => rho * (1 - (1 - theta) ** replicas));
      return {
        ...{ family: "sensitivity", scenario: `${theta}:${rho}`, metricKind: "heatmap_exact" },
        ...{
          services: 2,
          dependencies: 1,
          instances: null,
          theta,
          rho,
          length: null,
          degree: null,
        },
        ...{
          replicas: to,
          exact: exact!,
          closedForm: exact!,
          simulated: null,
          baseline: baseline!,
        },
        ...{ reference: null, gap: exact! - baseline!, signedBias: null, note: "" },
      } as const;
    }),
  );
}
