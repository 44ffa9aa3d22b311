import { readFile } from "node:fs/promises";

/** What stands in every HTML report. */
export type Page = { readonly script: string; readonly style: string };

/** Read where it is asked for alone: the bundles start no slower for it. It lies beside them. */
export async function readPage(): Promise<Page> {
  const text = (name: string) => readFile(new URL(`./${name}`, import.meta.url), "utf8");
  const [script, style] = await Promise.all([text("page.js"), text("page.css")]);
  return { script, style };
}
