import type { Endpoint, Model, Need, Probability } from "../../src/model/model.ts";

/**
 * A and U by adding up every state of every replica and channel, straight from the definitions and
 * as plainly as they read. For a dozen uncertain roots; shares nothing with the engine.
 */
export function bruteForce(model: Model, endpoint: Endpoint): Probability {
  const roots = [
    ...model.services.flatMap((one) => one.replicas),
    ...model.dependencies.flatMap((one) => one.channels.map((channel) => channel.up)),
  ];
  const up: boolean[] = [];
  let availability = 0;
  let unavailability = 0;
  const visit = (weight: number): void => {
    if (weight === 0) return;
    const root = roots[up.length];
    if (root === undefined) {
      for (const { share, strict, need } of endpoint.mixture) {
        const success = succeeds(model, endpoint, up, strict ? "strict" : need);
        if (success) availability += share * weight;
        else unavailability += share * weight;
      }
      return;
    }
    up.push(true);
    visit(weight * root.p);
    up[up.length - 1] = false;
    visit(weight * root.q);
    up.pop();
  };
  visit(1);
  return { p: availability, q: unavailability };
}

/** Φ in one state; roots are the replicas in order, then the channels. */
export function succeeds(
  model: Model,
  { entry, completion }: Endpoint,
  up: readonly boolean[],
  need: Need | "strict",
): boolean {
  let root = 0;
  // Eq. (5)
  const live = model.services.map(({ replicas, quorum }) => {
    const states = up.slice(root, root + replicas.length);
    root += replicas.length;
    return states.filter((state) => state).length >= quorum;
  });
  // Eq. (11)
  const usable = model.dependencies.map(({ from, to, channels }) => {
    const states = up.slice(root, root + channels.length);
    root += channels.length;
    return live[from] === true && live[to] === true && states.includes(true);
  });
  const carries = model.dependencies.map(
    ({ mode }) => mode === "sync" || completion === "eventual",
  );
  if (need === "strict") return strictly(model, entry, carries, live, usable);

  // Eq. (12, 13)
  const reached = model.services.map((_, index) => index === entry && live[entry] === true);
  for (let pass = 0; pass < model.services.length; pass++) {
    model.dependencies.forEach(({ from, to }, index) => {
      if (carries[index] && reached[from] && usable[index]) reached[to] = true;
    });
  }
  const holds = (one: Need): boolean => {
    if (one.kind === "service") return reached[one.service] === true;
    if (one.kind === "atLeast") return one.of.filter(holds).length >= one.k;
    const { from } = model.dependencies[one.dependency]!;
    return (
      carries[one.dependency] === true && reached[from] === true && usable[one.dependency] === true
    );
  };
  return live[entry] === true && holds(need);
}

/** Every service and dependency of the entry's forward closure works. */
function strictly(
  model: Model,
  entry: number,
  carries: readonly boolean[],
  live: readonly boolean[],
  usable: readonly boolean[],
): boolean {
  const closure = model.services.map((_, index) => index === entry);
  for (let pass = 0; pass < model.services.length; pass++) {
    model.dependencies.forEach(({ from, to }, index) => {
      if (carries[index] && closure[from]) closure[to] = true;
    });
  }
  return (
    live.every((alive, index) => alive || !closure[index]) &&
    model.dependencies.every(
      ({ from }, index) => !carries[index] || !closure[from] || usable[index],
    )
  );
}
