import { describe, expect, it } from "vitest";
import { watchOn } from "../../src/cli/watch.ts";
import { engine } from "../../src/flow/engine.ts";
import { readModels } from "../../src/flow/read-models.ts";
import { memoryTree } from "../flow/memory-tree.ts";

const WIPE = "\r\u001b[K";
const OPTIONS = { samples: 100, seed: 1, alpha: 0.05 };

const SPEC = `version: 1
dependencies: [web -> db]
faults: { db-down: { down: [db] } }
endpoints: { GET /cart: { entry: web } }
`;

async function subjects() {
  const read = await readModels({ tree: memoryTree({ "a.yaml": SPEC }), rendered: null }, [
    "a.yaml",
  ]);
  if (read.kind === "invalid") throw new Error(JSON.stringify(read.diagnostics));
  const { model } = read.inputs[0]!;
  const steady = { model, endpoint: model.endpoints[0]!, fault: null };
  return { steady, faulty: { ...steady, fault: model.faults[0]! } };
}

describe("watching the engine", () => {
  it("says what it is at once that takes more than a moment, ten times a second at most", async () => {
    const { steady, faulty } = await subjects();
    const written: string[] = [];
    let time = 0;
    const screen = { isTTY: true, columns: 80, write: (text: string) => written.push(text) };
    const watch = watchOn(screen, true, () => time);
    const askAt = (at: number, subject: typeof steady | typeof faulty) => {
      time = at;
      return watch.engine.estimate(subject, OPTIONS, []);
    };
    expect(askAt(999, steady)).toEqual(engine.estimate(steady, OPTIONS, []));
    expect(written).toEqual([]);
    askAt(1_000, faulty);
    askAt(1_050, steady);
    watch.engine.compare(steady, steady, OPTIONS, []);
    askAt(1_100, steady);
    expect(written).toEqual([
      `${WIPE}Figure 2: GET /cart under db-down`,
      `${WIPE}Figure 5: GET /cart`,
    ]);
    watch.clear();
    expect(written.at(-1)).toBe(WIPE);
  });

  it("leaves pipes and logs alone", () => {
    const write = () => {
      throw new Error("written");
    };
    expect(watchOn({ isTTY: false, write }, true, Date.now).engine).toBe(engine);
    expect(watchOn({ isTTY: true, write }, false, Date.now).engine).toBe(engine);
  });
});
