import { spell } from "./table.mjs";
import { time } from "./time.mjs";

const OPTIONS = { warm: 5, runs: 30, limit: 4000 };

/** How the cost grows with one kind of work while the others stand still. */
export const growth = [
  {
    name: "services (layers of ten)",
    columns: ["dependencies", "method", "time", "a service"],
    rows: services,
  },
  {
    name: "dependencies (300 services, layers of ten)",
    columns: ["method", "time", "each"],
    rows: dependencies,
  },
  {
    name: "endpoints (one model of 300 services)",
    columns: ["strict", "each", "with needs over alternatives", "each"],
    rows: endpoints,
  },
  {
    name: "faults (one endpoint of 300 services in three zones)",
    columns: ["time", "each, with the steady state"],
    rows: faults,
  },
  { name: "samples (layered-1000x10)", columns: ["time", "each"], rows: samples },
];

function timeOne(engine, file) {
  const make = () => ({ ...engine.subjectOf(file), fault: null });
  return { method: engine.answer(make()).method, ...time(make, engine.answer, OPTIONS) };
}

function services({ engine }) {
  return [30, 100, 300, 1000, 3000].map((count) => {
    const file = engine.layered(count, count / 10, 1);
    const { method, median } = timeOne(engine, file);
    return [count, file.dependencies.length, method, spell(median), spell(median / count)];
  });
}

function dependencies({ engine }) {
  return [2, 3, 4, 6, 8].map((callees) => {
    const file = engine.layered(300, 30, 1, [callees, callees]);
    const { method, median } = timeOne(engine, file);
    const count = file.dependencies.length;
    return [count, method, spell(median), spell(median / count)];
  });
}

function timeAll(engine, make, count) {
  const all = (subjects) => {
    for (const subject of subjects) engine.answer(subject);
  };
  const { median } = time(make, all, OPTIONS);
  return [spell(median), spell(median / count)];
}

function endpoints({ engine }) {
  const file = engine.layered(300, 30, 1);
  return [1, 10, 100, 1000].map((count) => [
    count,
    ...timeAll(engine, () => engine.strictSubjectsOf(file, count), count),
    ...timeAll(engine, () => engine.subjectsOf(file, count, 1), count),
  ]);
}

function faults({ engine }) {
  const file = engine.layered(300, 30, 1);
  return [0, 1, 3, 10, 30].map((count) => [
    count,
    ...timeAll(engine, () => engine.underFaults(file, count), count + 1),
  ]);
}

function samples({ engine, system }) {
  const rest = engine.restOf({ ...engine.subjectOf(system("layered-1000x10")), fault: null });
  return [1000, 10_000, 100_000, 1_000_000].map((count) => {
    const draw = () => engine.drawStates(rest, 1, count);
    const { median } = time(() => null, draw, { ...OPTIONS, warm: 1 });
    return [count.toLocaleString("en-GB"), spell(median), spell(median / count)];
  });
}
