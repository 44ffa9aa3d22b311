/** Which gate wrote a comment, and about which commit. */
export type Origin = {
  /** Tells gates apart that share a `comment-id`: hexadecimal, as `gateOf` makes it. */
  readonly gate: string;
  /** Id of the head that was evaluated, hexadecimal. */
  readonly head: string;
};
