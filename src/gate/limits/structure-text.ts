import { once } from "../../availability/once.ts";
import type { Endpoint, Need } from "../../model/model.ts";

/**
 * Φ of an endpoint as text: two endpoints of one model have the same where they ask for the same, whatever they
 * are called and promise. What is worked out of the one is then the other's, to the last bit.
 */
export const structureText = once(({ entry, completion, mixture }: Endpoint): string => {
  const members = mixture.map(({ share, need }) => `${share}*${needText(need)}`);
  return `${entry} ${completion} ${members.join(" ")}`;
});

function needText(need: Need): string {
  if (need.kind === "service") return `s${need.service}`;
  if (need.kind === "dependency") return `d${need.dependency}`;
  return `${need.k}(${need.of.map(needText).join()})`;
}
