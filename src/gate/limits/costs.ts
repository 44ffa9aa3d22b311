import type { Structure } from "../../availability/structure.ts";
import type { Endpoint, Model } from "../../model/model.ts";
import type { GateRun } from "../engine.ts";
import { MOST_EVALUATED } from "./assumptions.ts";
import { MOST_TRIED } from "./cuts.ts";
import type { Variant } from "./variant.ts";

/** What it costs to walk a graph once, for each component there is, in transitions. */
const WALKING = 50;
/** What it costs to build a model anew, for each component there is. */
const BUILDING = 300;
/** All slopes of a figure cost so many times as much as the figure itself. */
const SLOPES = 4;
/** Transitions from which on there are none. */
const MOST_SLOPES = 2e8;

/** What the importances and the structure of an endpoint cost, in transitions, before they are worked out. */
export function costOfLooking(
  { engine }: GateRun,
  model: Model,
  endpoint: Endpoint,
  components: number,
): number {
  const subject = { model, endpoint, fault: null };
  const price = engine.price?.(subject) ?? 0;
  const preparing = engine.spent?.(subject, UNDRAWN, 0) ?? 0;
  const slopes = price <= MOST_SLOPES ? SLOPES * price : 0;
  return preparing + slopes + WALKING * components * (2 + model.members.length);
}

/** Of which the figures cost nothing: what is left is what it takes to prepare them. */
const UNDRAWN = { availability: 0, unavailability: 1, method: "monte-carlo", samples: 0 } as const;

/** What pairs and the ends of assumptions cost at the most, in transitions. Of a drawn figure a purse pays for these. */
export function costOfExplaining(
  { engine }: GateRun,
  model: Model,
  endpoint: Endpoint,
  { reached, alone }: Structure,
  variants: readonly Variant[],
): number {
  const { services, dependencies, members } = model;
  const components = services.length + dependencies.length + members.length;
  const tried = Math.min(MOST_TRIED, reached.length - (alone[0]?.size ?? 0));
  const pairs = WALKING * components * tried * (1 + members.length);
  const price = engine.price?.({ model, endpoint, fault: null }) ?? 0;
  const end = (price <= MOST_SLOPES ? price : 0) + BUILDING * components;
  const own = new Set(reached);
  const matter = variants.filter(({ moves }) => moves.some((one) => own.has(one))).length;
  return pairs + 2 * Math.min(MOST_EVALUATED, matter) * end;
}
