import { contrast } from "../availability/joint.ts";
import type { Structure } from "../availability/structure.ts";
import type { Subject } from "../availability/subject.ts";
import type { GateRun } from "./engine.ts";
import { downFault } from "./limits/component-fault.ts";
import type { ModelComponent } from "./limits/components.ts";
import { patienceOf } from "./ration.ts";

/** Components that are looked at. */
const MOST_SCREENED = 400;
/** States in which all of them are drawn: the endpoint fails far more often with one of them down. */
const STATES = 2 ** 14;
/** Transitions that the draws may cost with the usual number of samples, and what one figure may beforehand. */
const DRAWING = 5e8;
const SOLVING = 1e5;

/**
 * About what the B of each of many components is, to tell which are worth a draw of their own: what an endpoint that
 * is drawn loses with each of them down, all in the same states. A - A(0) = pB where a component is independent of
 * all others.
 *
 * @param components services and dependencies, of which the first are looked at
 * @returns by component; `null`: that takes too long
 */
export function screened(
  { engine, options }: GateRun,
  subject: Subject,
  structure: Structure,
  components: readonly ModelComponent[],
): ReadonlyMap<number, number> | null {
  const looked = components.slice(0, MOST_SCREENED);
  const without = looked.map((one) => ({
    ...subject,
    fault: downFault(structure, one),
    like: subject,
  }));
  const drawing = DRAWING * patienceOf(options);
  const asked = { seed: options.seed, states: STATES, most: SOLVING, drawing };
  const joint = engine.together?.([subject, ...without], asked) ?? null;
  if (joint === null) return null;
  return new Map(
    looked.map(({ index, up }, at) => {
      const factors = joint.figures.map(
        (_, figure) => Number(figure === 0) - Number(figure === at + 1),
      );
      const lost = Math.max(0, contrast(joint, factors).value);
      return [index, up.p === 0 ? 0 : Math.min(1, lost / up.p)];
    }),
  );
}
