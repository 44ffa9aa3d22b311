/** What a bar needs to know of the stream that it is drawn on. */
export type Screen = {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
};

export type ProgressBar = {
  /** `label`: what is under way. Draws only where that changes what is seen. */
  readonly show: (done: number, total: number, label: string) => void;
  /** Takes the bar away again. */
  readonly clear: () => void;
};

const LONGEST = 30;
/** Back to the start of the line, and erase it. */
const WIPE = "\r\u001b[K";

/** A bar of one line on a terminal; nothing at all in a log or a pipe, or on a terminal that cannot erase. */
export function progressBar(screen: Screen, canErase: boolean): ProgressBar {
  const line = progressLine(screen, canErase);
  return {
    show: (done, total, label) => line.show(lineOf(done, total, label, screen.columns || 80)),
    clear: line.clear,
  };
}

/** The same of text alone, cut to its line. */
export function progressLine(
  screen: Screen,
  canErase: boolean,
): { readonly show: (text: string) => void; readonly clear: () => void } {
  let shown = "";
  if (screen.isTTY !== true || !canErase) return { show: () => undefined, clear: () => undefined };
  return {
    show: (text) => {
      const line = text.slice(0, Math.max(0, (screen.columns || 80) - 1));
      if (line === shown) return;
      shown = line;
      screen.write(`${WIPE}${line}`);
    },
    clear: () => {
      if (shown !== "") screen.write(WIPE);
      shown = "";
    },
  };
}

/** The last column stays free: a full line would wrap, and only half of it be erased. */
function lineOf(done: number, total: number, label: string, columns: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const width = Math.max(0, Math.min(LONGEST, columns - 40));
  const filled = Math.round(share * width);
  const bar = "█".repeat(filled) + "░".repeat(width - filled);
  const percent = `${String(Math.floor(100 * share)).padStart(3)}%`;
  return [bar, percent, label]
    .filter((part) => part !== "")
    .join(" ")
    .slice(0, Math.max(0, columns - 1));
}
