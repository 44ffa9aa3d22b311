import { figureAlike } from "../availability/alike.ts";
import { compareEndpoint } from "../availability/compare.ts";
import { estimateEndpoint } from "../availability/evaluate.ts";
import { drawTogether } from "../availability/joint.ts";
import { priceOf, spentOn } from "../availability/price.ts";
import type { Engine } from "../gate/engine.ts";

/** The engine that the gate asks; the gate takes it as a parameter, so that its rules test without one. */
export const engine: Engine = {
  estimate: estimateEndpoint,
  compare: compareEndpoint,
  price: priceOf,
  spent: spentOn,
  together: drawTogether,
  alike: figureAlike,
};
