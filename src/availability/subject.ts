import type { Endpoint, Fault, Model } from "../model/model.ts";

/** An endpoint of a model, in the steady state (`fault: null`) or under one of the model's faults. */
export type Subject = {
  readonly model: Model;
  readonly endpoint: Endpoint;
  readonly fault: Fault | null;
};
