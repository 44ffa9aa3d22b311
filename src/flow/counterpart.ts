import type { Workload } from "../deployment/workload.ts";

/** What a workload of a service was at base: the only one there where it is the only one, else that of its name. */
export function counterpart(
  after: Workload,
  base: readonly Workload[],
  head: readonly Workload[],
): Workload | undefined {
  if (base.length === 1 && head.length === 1) return base[0];
  return base.find((one) => one.kind === after.kind && one.name === after.name);
}
