import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Debian's, unless CHROMIUM names another. */
export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

export const HAS_CHROMIUM = existsSync(CHROMIUM);

/** A browser that asks for nothing by itself. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
