import { formatProbability } from "../../availability/figures.ts";
import type { Channel, Model, Probability } from "../../model/model.ts";
import { counted, quote } from "../../model/wording.ts";
import {
  betterBy,
  builtOnce,
  type Variant,
  withChannels,
  withServices,
  worseBy,
} from "./variant.ts";

/** Replicas that a service without a manifest may well have. */
const PLAUSIBLE_REPLICAS = 3;

/** What nobody measured: the defaults that services and dependencies share, and replicas that nobody counted. */
export function defaultVariants(model: Model): readonly Variant[] {
  return [...replicaDefault(model), ...dependencyDefault(model), ...uncounted(model)];
}

function replicaDefault(model: Model): readonly Variant[] {
  const users = model.services.flatMap(({ external, replicas, origin }, index) =>
    !external &&
    replicas.length > 0 &&
    origin.replicaAvailabilityFrom === "default" &&
    origin.evidence === undefined
      ? [index]
      : [],
  );
  const [first] = users;
  if (first === undefined) return [];
  const { replicas, origin } = model.services[first]!;
  const moved = new Set(users);
  const shifted = (by: (up: Probability) => Probability) =>
    builtOnce(() =>
      withServices(model, (one, index) =>
        moved.has(index) ? { ...one, replicas: one.replicas.map(by) } : one,
      ),
    );
  const message = `a replica is available ${formatProbability(replicas[0]!)} of the time: the default of ${counted(users.length, "service")}, which nobody measured`;
  return [
    {
      kind: "default",
      subject: "replicaAvailability",
      message,
      place: origin.replicaAvailabilityPlace ?? origin.place,
      moves: users,
      worse: shifted(worseBy),
      better: shifted(betterBy),
    },
  ];
}

function dependencyDefault(model: Model): readonly Variant[] {
  const { services, dependencies } = model;
  const users = dependencies.flatMap(({ channels }, index) =>
    channels.some(isUnmeasured) ? [index] : [],
  );
  const first = dependencies[users[0] ?? -1]?.channels.find(isUnmeasured);
  if (first === undefined) return [];
  const shifted = (by: (up: Probability) => Probability) =>
    builtOnce(() =>
      withChannels(model, (dependency, at) => {
        const channel = dependencies[dependency]!.channels[at]!;
        return isUnmeasured(channel) ? by(channel.up) : null;
      }),
    );
  const up = first.origin?.injected?.without ?? first.up;
  const message = `a dependency is available ${formatProbability(up)} of the time: the default of ${counted(users.length, "dependency", "dependencies")}, which nobody measured`;
  return [
    {
      kind: "default",
      subject: "dependencyAvailability",
      message,
      place: first.place,
      moves: users.map((index) => services.length + index),
      worse: shifted(worseBy),
      better: shifted(betterBy),
    },
  ];
}

/** What was observed and does not speak against the default bounds it better than any guess. */
function isUnmeasured({ availabilityFrom, evidence }: Channel): boolean {
  return availabilityFrom === "default" && evidence === undefined;
}

function uncounted(model: Model): readonly Variant[] {
  return model.services.flatMap(({ name, external, replicas, origin }, index): Variant[] => {
    const [only] = replicas;
    if (external || only === undefined || origin.replicasFrom !== "default") return [];
    const better = () =>
      withServices(model, (one, at) =>
        at === index
          ? {
              ...one,
              replicas: Array<Probability>(PLAUSIBLE_REPLICAS).fill(only),
              placement: Array.from(
                { length: PLAUSIBLE_REPLICAS },
                (_, replica) => one.placement[replica % one.placement.length] ?? [],
              ),
            }
          : one,
      );
    return [
      {
        kind: "unmatched",
        subject: name,
        message: `${quote(name)} has no manifest and counts as one replica; it may well have ${PLAUSIBLE_REPLICAS}`,
        place: origin.place,
        moves: [index],
        worse: null,
        better,
      },
    ];
  });
}
