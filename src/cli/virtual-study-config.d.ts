/** src/study/default.yaml, put into the bundle by scripts/build.mjs. */
declare module "virtual:study-config" {
  /** What `study` does without `--config`: the paper's own study. */
  export const configText: string;
}
