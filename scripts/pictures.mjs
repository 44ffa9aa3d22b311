// Renews the README's pictures of a comment, from the demo of the committed bundle:
//   node scripts/pictures.mjs
// It needs Chromium (see picture.mjs). Light and dark at a desktop's width, and a phone's.
import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

const PICTURES = [
  ["comment.png", "--width", "860", "--scale", "1.5"],
  ["comment-dark.png", "--width", "860", "--scale", "1.5", "--dark"],
  ["comment-phone.png", "--width", "390", "--scale", "1.25"],
];

const { stdout, status } = spawnSync(
  process.execPath,
  ["dist/cli.js", "demo", "--format", "markdown"],
  { cwd: root, encoding: "utf8" },
);
if (status !== 0) throw new Error(`the demo ended with ${status}`);
for (const [name, ...options] of PICTURES) {
  execFileSync(process.execPath, ["scripts/picture.mjs", "-", `docs/images/${name}`, ...options], {
    cwd: root,
    input: stdout,
    stdio: ["pipe", "inherit", "inherit"],
  });
}
