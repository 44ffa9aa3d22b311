import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { damageText, textDamage } from "./damage-text.ts";
import { damageValue, valueDamage } from "./damage-value.ts";

/** A real file, and what of it is sought. */
export type Sample = { readonly path: string; readonly text: string };

export type Corpus = {
  readonly specs: readonly Sample[];
  readonly manifests: readonly Sample[];
  readonly traces: readonly Sample[];
  /** Aggregates, scrapes, OpenSLO objects and the like. */
  readonly others: readonly Sample[];
};

/** Beyond it a case takes long for its size alone. */
const LARGEST = 48 << 10;

/**
 * Our fixtures, and the files of real teams where they are: in the same order everywhere, so that a seed
 * means the same wherever the same files are.
 *
 * @param root the folder of the project
 */
export function openCorpus(root: string): Corpus {
  const fixtures = samplesIn(join(root, "fixtures"));
  const real = join(root, "../shared/realworld");
  const realIn = (folder: string) => samplesIn(join(real, folder));
  const isSpec = ({ text }: Sample) => /^version: 1$/m.test(text) || /^extends:/m.test(text);
  const isYaml = ({ path }: Sample) => /\.ya?ml$/.test(path);
  const isTrace = ({ path }: Sample) => path.includes("/traces/");
  return {
    specs: fixtures.filter((one) => isYaml(one) && isSpec(one)),
    manifests: [
      ...fixtures.filter((one) => isYaml(one) && !isSpec(one)),
      ...[...realIn("manifests"), ...realIn("pairs")].filter(({ path }) =>
        /\.(?:ya?ml|json|env)$/.test(path),
      ),
    ],
    traces: [...fixtures.filter(isTrace), ...realIn("traces")],
    others: realIn("models"),
  };
}

function samplesIn(folder: string): readonly Sample[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return names.flatMap((name): Sample[] => {
    const path = join(folder, name);
    const stat = statSync(path);
    if (!stat.isFile() || stat.size > LARGEST) return [];
    return [{ path, text: readFileSync(path, "utf8") }];
  });
}

/** A text of the corpus, or one that was made, with harm of both kinds done to it, or none. */
export function damaged(
  texts: readonly string[],
  made: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const real = texts.length === 0 ? made : fc.nat().map((at) => texts[at % texts.length]!);
  const whole = fc.oneof({ weight: 2, arbitrary: made }, { weight: 1, arbitrary: real });
  return fc
    .record({
      text: whole,
      other: whole,
      inData: fc.array(valueDamage, { maxLength: 3 }),
      inText: fc.array(textDamage, { maxLength: 3 }),
    })
    .map(({ text, other, inData, inText }) => {
      const changed = inData.length === 0 ? text : (damageValue(text, inData) ?? text);
      const torn = inText.reduce((sum, one) => damageText(sum, one, other), changed);
      return torn.slice(0, MOST_TEXT);
    });
}

/** Bounds what harm upon harm adds up to. */
const MOST_TEXT = 1 << 20;
