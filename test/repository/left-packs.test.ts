import { closeSync, openSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { leftPacks } from "../../src/repository/left-packs.ts";
import { temporaryFolder } from "./render-fixture.ts";

it.skipIf(process.platform !== "linux")(
  "drafts of packs go, where they came with a fetch and nobody writes them",
  () => {
    const folder = temporaryFolder();
    const file = (name: string) => join(folder, name);
    writeFileSync(file("tmp_pack_before"), "x");
    const removeLeft = leftPacks(folder);
    for (const name of ["tmp_pack_a", "tmp_idx_a", "tmp_other", "pack-1.pack"]) {
      writeFileSync(file(name), "x");
    }
    symlinkSync(file("pack-1.pack"), file("tmp_pack_link"));
    const writer = openSync(file("tmp_pack_written"), "w");
    removeLeft();
    const kept = ["pack-1.pack", "tmp_other", "tmp_pack_before", "tmp_pack_link"];
    expect(readdirSync(folder).sort()).toEqual([...kept, "tmp_pack_written"]);
    closeSync(writer);
    removeLeft();
    expect(readdirSync(folder).sort()).toEqual(kept);
  },
);

it("a folder that is not there has none", () => {
  leftPacks(join(temporaryFolder(), "gone"))();
});
