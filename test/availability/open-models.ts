import type { Subject } from "../../src/availability/subject.ts";
import type { Probability } from "../../src/model/model.ts";
import { atLeast, dependency, endpoint, model, parts, reached, service } from "./models.ts";

/**
 * Services in a row, each calling the next two both ways, over links that are certain: a cycle that no
 * frontier can hold, and too many to enumerate where more than twenty may fail. The entry is certain;
 * either of the last two must be reached. A decision diagram has it in no time.
 */
export function ladder(
  uncertain: number,
  changed: Partial<Record<number, Probability>> = {},
  theta = parts(850),
): Subject {
  const services = Array.from({ length: uncertain + 1 }, (_, index) =>
    service(`s${index}`, [index === 0 ? parts(1000) : (changed[index] ?? theta)]),
  );
  const last = uncertain;
  const links = services.flatMap((_, from) =>
    [from - 2, from - 1, from + 1, from + 2]
      .filter((to) => to >= 0 && to <= last)
      .map((to) => dependency(services, from, to, [parts(1000)])),
  );
  return {
    model: model(services, links),
    endpoint: endpoint(0, atLeast(1, reached(last), reached(last - 1))),
    fault: null,
  };
}
