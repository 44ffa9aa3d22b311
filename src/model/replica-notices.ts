import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import type { Matches } from "./match.ts";
import { counted, some } from "./wording.ts";

/** One notice for all services that have no replicas while there is no work: what they are woken to is counted. */
export function replicaNotices(matches: Matches): readonly Diagnostic[] {
  const idle = [...matches].flatMap(([service, workloads]) => {
    const facts = workloads.filter(({ replicas }) => replicas.toZero === true);
    return facts.slice(0, 1).map(({ replicas }) => ({ service, replicas }));
  });
  const [first] = idle;
  if (first === undefined) return [];
  const names = some(idle.map(({ service }) => service));
  const [may, each] =
    idle.length === 1
      ? ["may have no replica", "it counts"]
      : ["may have no replicas", "each counts"];
  const message = `${counted(idle.length, "service")} (${names}) ${may} while nothing asks for ${idle.length === 1 ? "it" : "them"}: ${each} as what it is woken to, and calls that wait for that are not counted; set a minimum of 1 or more where they must not wait`;
  return [diagnostic("notice", "scales-to-zero", message, first.replicas.place)];
}
