// What js-yaml alone takes for the files of a folder: read from disk, loaded, and let go.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadAll } from "js-yaml";

const folder = process.argv[2];
for (const path of readdirSync(folder, { recursive: true })) {
  if (path.endsWith(".yaml")) loadAll(readFileSync(join(folder, path), "utf8"));
}
