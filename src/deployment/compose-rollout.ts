import { asInteger, asText, isAbsent } from "../yaml/access.ts";
import type { Place } from "../yaml/diagnostic.ts";
import { quoted } from "../yaml/problem.ts";
import { type ComposeNode, findIn } from "./compose-node.ts";
import { asWritten } from "./compose-replicas.ts";
import type { Definition } from "./definition.ts";
import { numeral } from "./numeral.ts";
import { allowance } from "./rollout.ts";
import type { Allowance } from "./workload.ts";

/**
 * What `deploy.update_config` lets a rollout take away (Compose Deploy Specification): `parallelism`
 * containers at once (1 where it is absent, all for 0), and none with the order `start-first`.
 *
 * @param place of the service, which stands for what is not written.
 */
export function readComposeRollout(
  service: ComposeNode,
  name: string,
  place: Place,
): Definition["rollout"] {
  const config = findIn(service, "deploy", "update_config");
  const stated = !isAbsent(config);
  const order = findIn(config, "order");
  if (order !== null && asText(order) === "start-first") {
    return { allowance: allowance(0, 0, order.at), stated };
  }
  const counted = parallelismOf(service, name, place);
  if (order === null || isAbsent(order) || asText(order) === "stop-first") {
    return { allowance: counted, stated };
  }
  const problem = `deploy.update_config.order of ${quoted(name)} is ${asWritten(order)}; write \`stop-first\`, which is counted, or \`start-first\``;
  return { allowance: { ...counted, place: order.at, problem }, stated };
}

function parallelismOf(service: ComposeNode, name: string, place: Place): Allowance {
  const stated = findIn(service, "deploy", "update_config", "parallelism");
  const node = numeral(stated);
  if (stated === null || isAbsent(node)) return allowance(1, 0, place);
  const { at } = stated;
  const parallelism = asInteger(node);
  if (parallelism === 0) return allowance({ percent: 100, rounding: "up" }, 0, at);
  if (parallelism !== null && parallelism > 0) return allowance(parallelism, 0, at);
  const problem = `deploy.update_config.parallelism of ${quoted(name)} is ${asWritten(stated)}; write a whole number, 0 for all at once (the default, 1, is counted)`;
  return { ...allowance(1, 0, at), problem };
}
