import { expect, test } from "vitest";
import { renderCalm, renderComment } from "../../src/report/markdown.ts";
import { CASES, CONTEXT } from "./samples.ts";

test.each(Object.entries(CASES))("show %s", async (name, result) => {
  console.log(`\n===== ${name}\n` + renderComment(result, CONTEXT));
});
