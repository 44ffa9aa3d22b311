import type { Structure } from "../../availability/structure.ts";
import type { Fault, Target } from "../../model/model.ts";
import type { ModelComponent } from "./components.ts";

/** The fault in which a component is down, and nothing else. */
export function downFault(
  { services, firstMember }: Structure,
  { index, name, place }: ModelComponent,
): Fault {
  const target: Target =
    index < services
      ? { kind: "service", service: index }
      : index < firstMember
        ? { kind: "dependency", dependency: index - services }
        : { kind: "member", member: index - firstMember };
  return {
    name,
    overrides: [],
    down: [target],
    rollout: null,
    drain: null,
    kill: null,
    worstOf: null,
    place,
  };
}
