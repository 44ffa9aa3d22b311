/** Some cases of one target, and what came of them. */
export type Batch = {
  readonly target: string;
  readonly seed: number;
  readonly cases: number;
  readonly tried: number;
  readonly failure: { readonly message: string; readonly smallest: string } | null;
};

export type FuzzOptions = {
  readonly cases: number;
  readonly seed: number;
  readonly only?: string;
  readonly jobs?: number;
  readonly onBatch?: (batch: Batch) => void;
};

export function fuzz(options: FuzzOptions): Promise<readonly Batch[]>;
export function told(batch: Batch): string;
