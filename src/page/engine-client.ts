import { type Answer, answerer, type Question } from "./engine.ts";

/** What answers questions, beside the page or, where the browser allows no worker, in it. */
export type EngineClient = {
  readonly ask: (question: Question) => void;
  /** Ends it, and what it is at. */
  readonly close: () => void;
};

/**
 * @param script the script of this page, which a worker runs as the engine
 * @param hear gets every answer; `onLate`: nothing was answered for `limit` milliseconds, and it is closed
 */
export function openEngine(
  script: string,
  hear: (answer: Answer) => void,
  limit: number,
  onLate: () => void,
): EngineClient {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const startClock = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      client.close();
      onLate();
    }, limit);
  };
  const heard = (answer: Answer) => {
    clearTimeout(timer);
    if (answer.kind === "figures" && !answer.done) startClock();
    hear(answer);
  };
  const client = workerClient(script, heard) ?? inPage(heard);
  return {
    ask: (question) => {
      if (question.kind !== "model") startClock();
      client.ask(question);
    },
    close: () => {
      clearTimeout(timer);
      client.close();
    },
  };
}

function workerClient(script: string, hear: (answer: Answer) => void): EngineClient | null {
  try {
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const worker = new Worker(address);
    let instead: EngineClient | null = null;
    let asked: readonly Question[] = [];
    worker.onmessage = ({ data }: MessageEvent<Answer>) => hear(data);
    // Some browsers let a page that was opened from a disk start none, and tell it late.
    worker.onerror = () => {
      if (instead !== null) return;
      instead = inPage(hear);
      for (const question of asked) instead.ask(question);
    };
    return {
      ask: (question) => {
        if (instead !== null) return instead.ask(question);
        asked = [...asked.filter(({ kind }) => kind === "model"), question];
        worker.postMessage(question);
      },
      close: () => {
        worker.terminate();
        URL.revokeObjectURL(address);
        instead?.close();
      },
    };
  } catch {
    return null;
  }
}

function inPage(hear: (answer: Answer) => void): EngineClient {
  let open = true;
  const answer = answerer((one) => {
    if (open) hear(one);
  });
  return {
    ask: (question) => void setTimeout(() => open && answer(question), 0),
    close: () => {
      open = false;
    },
  };
}

/** What the script does where there is no page: it answers. */
export function serveWorker(): void {
  const scope = globalThis as unknown as {
    postMessage: (answer: Answer) => void;
    onmessage: ((event: { readonly data: Question }) => void) | null;
  };
  const answer = answerer((one) => scope.postMessage(one));
  scope.onmessage = ({ data }) => answer(data);
}
