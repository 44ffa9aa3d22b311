// Stryker's test runner for `npm run mutation`: all tests in one module and one thread, so that a break costs what
// the tests that meet it cost. Stryker's own for Vitest loads the files anew for each break.
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import {
  commonTokens,
  declareFactoryPlugin,
  PluginKind,
  tokens,
} from "@stryker-mutator/api/plugin";
import { DryRunStatus, MutantRunStatus, TestStatus } from "@stryker-mutator/api/test-runner";
import { bundleOf } from "./bundle.mjs";
import { startThread } from "./thread.mjs";

/** Of the tests that noticed the last breaks: more would leave no time for those that take least. */
const MOST_NOTICED = 5;

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, "one-thread", oneThreadRunner),
];

oneThreadRunner.inject = tokens(commonTokens.options);

/**
 * @param options `oneThread.tests`: patterns of the test files; `oneThread.budget`: of the tests that meet a break,
 *   how many are tried, in ms of what they take where nothing is broken. The rest may notice what is told to survive.
 */
export function oneThreadRunner({ oneThread: { tests: patterns, budget } }) {
  const root = process.cwd();
  /** What a run without a break says of each test, for all processes. */
  const TESTS = join(root, ".mutation-tests.json");
  let tests;
  /** Tests that noticed a break, the last one first. */
  let noticed = [];
  let thread;

  return {
    capabilities: () => ({ reloadEnvironment: true }),
    dryRun,
    mutantRun,
    dispose: () => thread?.end(),
  };

  async function load(source, loadedWith) {
    const bundle = await bundleOf(root, patterns, source);
    return { source, ...startThread({ bundle, root, loadedWith }) };
  }

  async function dryRun() {
    const counting = await load();
    const { failure: errorMessage, results, atLoading } = await counting.all();
    counting.end();
    if (results === undefined) return { status: DryRunStatus.Error, errorMessage };
    tests = results.map(({ file, at, ms }, index) => ({ index, file, at, ms }));
    writeFileSync(TESTS, JSON.stringify(tests));
    const perTest = Object.fromEntries(results.map(({ reached }, index) => [index, reached]));
    return {
      status: DryRunStatus.Complete,
      tests: results.map(statusOf),
      mutantCoverage: { static: atLoading, perTest },
    };
  }

  function statusOf({ file, name, ms, failure }, index) {
    const told = {
      id: String(index),
      name,
      fileName: join(root, file),
      timeSpentMs: Math.ceil(ms),
    };
    return failure === undefined
      ? { ...told, status: TestStatus.Success }
      : { ...told, status: TestStatus.Failed, failureMessage: failure };
  }

  async function mutantRun({
    activeMutant,
    sandboxFileName,
    testFilter,
    hitLimit,
    mutantActivation,
  }) {
    const place = Number(activeMutant.id);
    const source = relative(root, sandboxFileName);
    tests ??= JSON.parse(readFileSync(TESTS, "utf8"));
    const tried = affordable(testFilter?.map((id) => tests[Number(id)]) ?? tests);
    if (mutantActivation === "static") {
      const own = await load(source, place);
      const told = await own.some({ tests: tried });
      own.end();
      return resultOf(told, tried.length);
    }
    const isFresh = thread?.source !== source;
    if (isFresh) {
      thread?.end();
      thread = await load(source);
    }
    const told = await thread.some({ place, most: hitLimit, tests: tried });
    if (told.isEnded || told.isSpoilt) {
      thread.end();
      thread = undefined;
    }
    // What an earlier break left behind is not this one's: it is tried again. In a new thread it is this one's own.
    return told.isSpoilt && !isFresh
      ? mutantRun({ activeMutant, sandboxFileName, testFilter, hitLimit, mutantActivation })
      : resultOf(told, tried.length);
  }

  /** Breaks that follow each other lie together, and what noticed one of them is likely to notice the next. */
  function affordable(met) {
    let spent = 0;
    const rank = ({ index }) => (noticed.includes(index) ? noticed.indexOf(index) : MOST_NOTICED);
    return met
      .toSorted((a, b) => rank(a) - rank(b) || a.ms - b.ms)
      .filter(({ ms }) => {
        const isTried = spent < budget;
        spent += ms;
        return isTried;
      });
  }

  function resultOf({ failed, failure, isEnded, isEndless }, nrOfTests) {
    if (failed === undefined) return { status: MutantRunStatus.Survived, nrOfTests };
    noticed = [failed, ...noticed.filter((index) => index !== failed)].slice(0, MOST_NOTICED);
    return isEnded || isEndless
      ? { status: MutantRunStatus.Timeout, reason: failure }
      : {
          status: MutantRunStatus.Killed,
          killedBy: [String(failed)],
          failureMessage: failure,
          nrOfTests,
        };
  }
}
