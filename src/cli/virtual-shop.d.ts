/** The files of fixtures/shop, put into the bundle by scripts/build.mjs. */
declare module "virtual:shop" {
  /** Path below fixtures/shop, and text. Paths below `pull-request/` are what the demo's change writes. */
  export const shopFiles: readonly (readonly [path: string, text: string])[];
}
