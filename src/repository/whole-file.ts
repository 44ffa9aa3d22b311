import { randomBytes } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { removeAtEnd } from "./at-end.ts";
import { maker, sweepDrafts } from "./leavings.ts";

/**
 * Write a file whole or not at all: beside it, then renamed, which is one step (rename(2)). The draft is a new file,
 * because the repository may hold a link of any name that can be guessed. A signal removes it; where this process is
 * killed, the next one that writes the file does. Rejects as node:fs does.
 */
export async function writeWholeFile(file: string, content: string | Uint8Array): Promise<void> {
  sweepDrafts(file);
  const draft = `${file}.${maker()}-${randomBytes(8).toString("hex")}.tmp`;
  const keep = removeAtEnd(draft);
  try {
    await writeFile(draft, content, { flag: "wx" });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    keep();
  }
}
