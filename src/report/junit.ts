import type {
  EstimatedModel,
  EstimateResult,
  ModelResult,
  Reason,
  Result,
} from "../gate/result.ts";
import { phraseOf } from "./phrase.ts";
import { plain } from "./plain.ts";
import { TEXT_SIGNS } from "./rows.ts";
import { isJudged } from "./under-rows.ts";
import { xmlElement, xmlText } from "./xml.ts";

type Case = { readonly name: string; readonly reasons: readonly Reason[] };

/**
 * A result as JUnit's XML, as CI servers read it: a suite for each spec, a test for each endpoint, and for
 * each of its faults under which something is promised. What fails is a failure; what is undecided was skipped,
 * for it neither passed nor failed; a warning passes and tells itself in `system-out`.
 */
export function renderJunit(result: Result | EstimateResult): string {
  const suites = result.models.map((model) => ({ model, cases: casesOf(model, result.reasons) }));
  const all = suites.flatMap(({ cases }) => cases);
  // The schema of Jenkins (xunit-plugin's junit-10.xsd) knows `skipped` of a suite, and not of all of them.
  const { skipped: _, ...sums } = totals(all);
  const root = xmlElement(
    "testsuites",
    { name: "availability-gate", ...sums },
    suites.map(({ model, cases }) => suite(model, cases)),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function casesOf(model: ModelResult | EstimatedModel, reasons: readonly Reason[]): readonly Case[] {
  const own = reasons.filter((one) => one.model === model.path);
  const whole = own.filter((one) => one.endpoint === undefined);
  return [
    ...(whole.length === 0 ? [] : [{ name: "the spec", reasons: whole }]),
    ...model.endpoints.flatMap(({ name, under }): Case[] => {
      const about = own.filter((one) => one.endpoint === name);
      const faults = under
        .filter((one) => isJudged(one) || about.some(({ fault }) => fault === one.fault))
        .map(({ fault }) => fault);
      return [
        { name, reasons: about.filter(({ fault }) => fault === undefined) },
        ...faults.map((fault) => ({
          name: `${name} under ${fault}`,
          reasons: about.filter((one) => one.fault === fault),
        })),
      ];
    }),
  ];
}

function suite(
  { path, diagnostics }: ModelResult | EstimatedModel,
  cases: readonly Case[],
): string {
  const told = diagnostics
    .filter(({ severity }) => severity !== "notice")
    .map(({ severity, message, file = path, line = 1 }) => {
      const place = plain([`${file}:${line}`]);
      return `${severity}: ${plain(phraseOf(message))} (${place})`;
    });
  return xmlElement("testsuite", { name: path, ...totals(cases) }, [
    ...cases.map((one) => testCase(path, one)),
    ...lines("system-out", {}, told),
  ]);
}

function testCase(path: string, { name, reasons }: Case): string {
  const attributes = { classname: path, name, time: 0 };
  const words = reasons.map((one) => `${TEXT_SIGNS[one.verdict]} ${wordsOf(one)}`);
  const [worst] = reasons;
  if (worst === undefined) return xmlElement("testcase", attributes);
  const message = wordsOf(worst);
  const outcome = outcomeOf(reasons);
  const inner =
    outcome === "failed"
      ? lines("failure", { type: worst.code, message }, words)
      : outcome === "skipped"
        ? [xmlElement("skipped", { message })]
        : lines("system-out", {}, words);
  return xmlElement("testcase", attributes, inner);
}

function wordsOf({ message }: Reason): string {
  return plain(phraseOf(message));
}

function outcomeOf(reasons: readonly Reason[]): "passed" | "failed" | "skipped" {
  if (reasons.some(({ verdict }) => verdict === "fail")) return "failed";
  return reasons.some(({ code }) => code === "undecided") ? "skipped" : "passed";
}

function totals(cases: readonly Case[]): Readonly<Record<string, number>> {
  const having = (outcome: string) =>
    cases.filter(({ reasons }) => outcomeOf(reasons) === outcome).length;
  return {
    tests: cases.length,
    failures: having("failed"),
    errors: 0,
    skipped: having("skipped"),
    time: 0,
  };
}

/** An element of text, a line each; nothing where there is none. */
function lines(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  texts: readonly string[],
): readonly string[] {
  return texts.length === 0 ? [] : [xmlElement(tag, attributes, texts.map(xmlText))];
}
