import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { measure } from "./compare.ts";
import { generateSystem } from "./generate-system.ts";
import { openStage, type Stage } from "./stage.ts";

const SYSTEMS = 12;
const STATES = Number(process.env.LIVE ?? 10);

describe("live", () => {
  let stage: Stage;
  beforeAll(() => {
    stage = openStage();
  });
  afterAll(() => stage.close());
  for (let n = 0; n < SYSTEMS; n++) {
    it(`system ${n}`, { timeout: 600_000 }, async () => {
      const t = Date.now();
      const found = await measure(stage, generateSystem(n), STATES, n);
      console.log(n, (Date.now() - t) / STATES, JSON.stringify(found.endpoints), stage.kills());
      expect(found.disagreements).toEqual([]);
    });
  }
});
