import type { ModelResult } from "../gate/result.ts";
import { visible } from "./escape.ts";
import { logLine } from "./plain.ts";

/** One line each, `file:line:column: severity: message`, as editors and people know it from compilers. */
export function renderDiagnostics(diagnostics: ModelResult["diagnostics"]): string {
  return diagnostics
    .map(({ file, line, column, severity, message }) => {
      const place = [file, line, column].filter((one) => one !== undefined).join(":");
      return `${logLine(visible(`${place === "" ? "" : `${place}: `}${severity}: ${message}`))}\n`;
    })
    .join("");
}
