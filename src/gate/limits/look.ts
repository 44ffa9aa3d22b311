import type { Importance } from "../../availability/importance.ts";
import type { Structure } from "../../availability/structure.ts";
import type { Endpoint } from "../../model/model.ts";
import type { Explainer } from "../explain.ts";
import type { Birnbaums } from "./components.ts";
import { costOfExplaining, costOfLooking } from "./costs.ts";
import { structureText } from "./structure-text.ts";

/** What is worked out of one Φ, and holds for all endpoints that have it. */
export type Look = {
  /** `null`: no exact ones are in reach. */
  readonly importance: Birnbaums | null;
  readonly structure: Structure;
};

/** @returns `null` where there is no work left for it */
export function lookWithin(explainer: Explainer, endpoint: Endpoint): Look | null {
  const { run, model, components, looking, looks } = explainer;
  const before = looks.get(structureText(endpoint));
  if (before !== undefined) return before;
  const cost = costOfLooking(run, model, endpoint, components.length);
  if (looking.take(cost)) return lookAt(explainer, endpoint);
  looks.set(structureText(endpoint), null);
  return null;
}

/** The same whatever it costs. */
export function lookAt({ looks, importance, structure }: Explainer, endpoint: Endpoint): Look {
  const text = structureText(endpoint);
  const before = looks.get(text);
  if (before != null) return before;
  const look = { importance: birnbaums(importance(endpoint)), structure: structure(endpoint) };
  looks.set(text, look);
  return look;
}

function birnbaums(found: Importance | null): Birnbaums | null {
  if (found === null) return null;
  const { up, services, dependencies, members } = found;
  return { up, services, dependencies, members };
}

/** Whether there is work left to explain an endpoint, which is then taken: once for all of one Φ. */
export function isExplicable(explainer: Explainer, endpoint: Endpoint): boolean {
  const { run, model, variants, explaining, explicable } = explainer;
  const text = structureText(endpoint);
  const before = explicable.get(text);
  if (before !== undefined) return before;
  const look = lookWithin(explainer, endpoint);
  const isPaid =
    look !== null &&
    explaining.take(costOfExplaining(run, model, endpoint, look.structure, variants));
  explicable.set(text, isPaid);
  return isPaid;
}
