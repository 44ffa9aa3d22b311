import type { ObjectReader } from "./definition.ts";

/** Add an object of a kind that no other reader knows to the findings. */
export const readCustom: ObjectReader = () => {};
