/** Where an instance runs and what it is one of; `null`: not told. */
export type Residence = {
  readonly instance: string;
  readonly service: string | null;
  readonly node: string | null;
};
