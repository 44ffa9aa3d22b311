import { shopFiles } from "virtual:shop";
import { writeHistory } from "../repository/new-history.ts";
import { isProblem, type RepositoryProblem } from "../repository/problem.ts";
import { makeScratch } from "../repository/scratch.ts";

export type DemoRepository = {
  readonly folder: string;
  readonly base: string;
  readonly head: string;
  readonly remove: () => Promise<void>;
};

const CHANGE = "pull-request/";

/** The shop of fixtures/ as a repository of two commits, in a temporary folder. */
export async function makeDemo(): Promise<DemoRepository | RepositoryProblem> {
  const { folder, remove } = makeScratch();
  const [before, change] = [false, true].map((changed) =>
    shopFiles
      .filter(([path]) => path.startsWith(CHANGE) === changed)
      .map(([path, text]) => [changed ? path.slice(CHANGE.length) : path, text] as const),
  );
  const commits = await writeHistory(folder, [
    { message: "A shop, and what it promises", files: before ?? [] },
    { message: "Save a few replicas", files: change ?? [] },
  ]);
  if (isProblem(commits)) {
    await remove();
    return commits;
  }
  const [base = "", head = ""] = commits;
  return { folder, base, head, remove };
}
