import { preparedFor } from "./preparations.ts";
import { costOf } from "./prepare.ts";
import { situationsOf } from "./situations.ts";
import type { Subject } from "./subject.ts";

/**
 * What the exact figure of an endpoint costs, in transitions, known before it is worked out; infinite where
 * there is none. What was prepared for it is kept with the model, as for the figure itself.
 */
export function priceOf({ model, endpoint, fault }: Subject): number {
  const { entry, completion, mixture } = endpoint;
  let price = 0;
  const situations = situationsOf(model, fault);
  const kin = situations[0]?.[0]?.measure;
  for (const situation of situations) {
    for (const { measure } of situation) {
      for (const { need } of mixture) {
        const prepared = preparedFor(model, { entry, completion, need }, measure, true, kin);
        if (prepared !== null) price += costOf(prepared);
      }
    }
  }
  return price;
}
