import { formatPoints } from "../availability/figures.ts";
import type { EstimatedModel, ModelResult, Reason, Verdict } from "../gate/result.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";
import { blamedLines } from "./blame.ts";
import { changeWords } from "./change-words.ts";
import { name, type Phrase, phraseOf, say } from "./phrase.ts";
import { promiseChanges } from "./promise-changes.ts";
import { fingerprint, sarifLink, sarifText, sarifUri } from "./sarif-text.ts";

/** One finding, before the rules of the run are known. */
export type Finding = {
  readonly rule: string;
  readonly level: "error" | "warning" | "note";
  readonly message: string;
  readonly place: Place;
  /** The first has the id 1. */
  readonly related: readonly (Place & { readonly words: Phrase })[];
  /** Without any line, so that an alert outlives edits above it. */
  readonly fingerprint: string;
  readonly about: Readonly<Record<string, string>>;
};

type Place = { readonly file: string; readonly line: number };

/** Related places that a message links to: more would bury it. */
const MOST_RELATED = 10;

const LEVELS = { fail: "error", warn: "warning", pass: "note" } as const satisfies Readonly<
  Record<Verdict, Finding["level"]>
>;

/** A reason of the gate, at the line that cost the most. */
export function reasonFinding(
  reason: Reason,
  model: ModelResult | EstimatedModel | undefined,
): Finding {
  const { code, verdict, endpoint, fault } = reason;
  const places =
    model === undefined ? [] : "changes" in model ? moved(model, reason) : limiting(model, reason);
  const [first] = places;
  const own = first?.main === true ? first : null;
  const related = places.slice(own === null ? 0 : 1, MOST_RELATED + (own === null ? 0 : 1));
  const text = sentence(sarifText(phraseOf(reason.message)));
  const links = related.map(({ words }, at) => sarifLink(words, at + 1)).join("; ");
  const cause = own === null ? "" : ` ${sentence(sarifText(own.words))}`;
  return {
    rule: code,
    level: LEVELS[verdict],
    message: `${text}${cause}${links === "" ? "" : ` See also: ${links}.`}`,
    place: own ?? { file: reason.model, line: 1 },
    related,
    fingerprint: fingerprint([code, reason.model, endpoint ?? "", fault ?? ""]),
    about: {
      model: reason.model,
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(fault === undefined ? {} : { fault }),
    },
  };
}

/** What reading had to tell; where it has no place of its own it is about the spec. */
export function diagnosticFinding(spec: string, diagnostic: Diagnostic): Finding {
  const { severity, code, message, file = spec, line = 1 } = diagnostic;
  return {
    rule: code,
    level: severity === "notice" ? "note" : severity,
    message: sarifText(phraseOf(message)),
    place: { file, line },
    related: [],
    fingerprint: fingerprint([code, file, message.replace(/:\d+/g, "")]),
    about: { model: spec },
  };
}

/** `main`: the finding stands there; the others are beside it. */
type Told = Place & { readonly words: Phrase; readonly main: boolean };

function moved(model: ModelResult, reason: Reason): readonly Told[] {
  const loosened = promiseChanges(model, reason);
  if (loosened.length > 0) {
    return loosened.map((one) => ({ ...placeOf(one), words: changeWords(one), main: true }));
  }
  return blamedLines(model, reason).map(({ change, effect }) => {
    const cost = effect === null ? [] : [`: −${formatPoints(effect)}`];
    return { ...placeOf(change), words: [...changeWords(change), ...cost], main: true };
  });
}

/** What an endpoint rests on most is no fault of its line: the finding stays with the promise. */
function limiting({ endpoints }: EstimatedModel, reason: Reason): readonly Told[] {
  const endpoint = endpoints.find((one) => one.name === reason.endpoint);
  return (endpoint?.explained?.limits ?? []).slice(0, 5).flatMap(({ component, file, line }) => {
    if (file === undefined) return [];
    return [{ file, line: line ?? 1, words: say`${name(component)} limits it`, main: false }];
  });
}

function placeOf({ file, line }: Place): Place {
  return { file, line };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** A place as SARIF has it (3.28, 3.29): from the root of the repository. */
export function sarifLocation({ file, line }: Place): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: sarifUri(file), uriBaseId: "%SRCROOT%" },
      region: { startLine: Math.max(1, line) },
    },
  };
}
