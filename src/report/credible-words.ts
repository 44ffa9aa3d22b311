import type { Credible, CredibleDifference } from "../availability/estimate.ts";
import { formatAvailability, formatPoints } from "../availability/figures.ts";
import type { EndpointResult, EstimatedEndpoint } from "../gate/result.ts";
import { name, type Phrase, say } from "./phrase.ts";

type Told = EndpointResult | EstimatedEndpoint;

/** The ends of a credible interval, told apart: `99.38% – 99.66%`. */
export function credibleEnds({ interval }: Credible): string {
  const [low, high] = interval.map((end) => formatAvailability(end, { others: interval }));
  return `${low} – ${high}`;
}

/** A line for each endpoint of which the figure rests on evidence, in the order given. */
export function credibleLines(endpoints: readonly Told[]): readonly Phrase[] {
  return endpoints.flatMap((one) => {
    const credible = one.head?.credible;
    return credible === undefined ? [] : [lineOf(one, credible)];
  });
}

function lineOf(endpoint: Told, credible: Credible): Phrase {
  const { mean, probability, most } = credible;
  const [low, high] = credible.interval;
  const average = formatAvailability(mean, { others: [low, high] });
  const { good, total, component } = most;
  const delta = "deltaCredible" in endpoint ? endpoint.deltaCredible : undefined;
  return [
    ...say`${name(endpoint.name)}: ${credibleEnds(credible)}, ${average} on average`,
    ...(probability === undefined
      ? []
      : say`; the chance to keep its SLO is ${percent(probability)}`),
    ...(delta === undefined ? [] : say`; ${movement(delta)}`),
    ...say`; ${name(component)} (${good} of ${total}) leaves most of it open`,
  ];
}

/** Of 1,024 points that all agree, at most a thousandth may not. */
function percent(probability: number): string {
  if (probability >= 0.999) return "over 99.9%";
  if (probability < 0.001) return "under 0.1%";
  return probability < 0.01 ? "under 1%" : `${Math.floor(100 * probability)}%`;
}

function movement({ interval: [low, high], probability }: CredibleDifference): string {
  if (high <= 0) return `it falls by ${formatPoints(high)} to ${formatPoints(low)}`;
  if (low >= 0) return `it rises by ${formatPoints(low)} to ${formatPoints(high)}`;
  return `between a fall by ${formatPoints(low)} and a rise by ${formatPoints(high)}, a fall with a chance of ${percent(probability)}`;
}
