/**
 * A statement about two figures: base · U_base + head · U_head > beyond. All that the gate asks is of
 * this form: below an SLO (0, 1, 1 - SLO), a drop (-1, 1, limit), growth of the downtime (-(1 + g), 1, 0).
 */
export type Claim = { readonly base: number; readonly head: number; readonly beyond: number };

/** `open`: neither could be shown within the samples. */
export type Decision = "yes" | "no" | "open";
