/** What `estimate --calibrate` finds for one spec. Availabilities are fractions. */
export type Calibration = {
  /** As calibrated, to three digits of what fails: what to write. */
  readonly defaults: CalibratedDefaults;
  /** As they are now. */
  readonly current: CalibratedDefaults;
  /**
   * `both`: what was observed tells the defaults apart; `curve`: only what they do together, and these are
   * the nearest to the current ones; `none`: nothing that was observed depends on a default.
   */
  readonly told: "both" | "curve" | "none";
  /** Of a curve: pairs that fit as well, one of them as it is. */
  readonly others: readonly CalibratedDefaults[];
  /** Those with `observed`, in the order of the spec. */
  readonly endpoints: readonly CalibratedEndpoint[];
  /** Typical factor, at least 1, between the downtimes of model and monitoring with the calibrated defaults. */
  readonly misfit: number;
};

/** `null`: nothing follows it. */
export type CalibratedDefaults = {
  readonly replicaAvailability: number | null;
  readonly dependencyAvailability: number | null;
};

export type CalibratedEndpoint = {
  readonly name: string;
  readonly observed: number;
  /** With the current defaults, and with the calibrated ones. */
  readonly current: number;
  readonly calibrated: number;
  /** Downtime of the model, calibrated, over that observed: 1.2 is a fifth too much. */
  readonly misfit: number;
};
