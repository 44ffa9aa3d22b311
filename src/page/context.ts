import type { EngineOptions } from "../availability/estimate.ts";
import type { EstimatedModel, EstimateResult, ModelResult, Result } from "../gate/result.ts";
import type { Model } from "../model/model.ts";
import type { ReportData } from "../report/html-data.ts";
import { fileAddress } from "../report/link.ts";
import type { PackedModel } from "../report/packed-model.ts";
import { type Child, h } from "./dom.ts";

/** One spec of the report, as every part of the page is handed it. */
export type PageModel = {
  readonly data: ReportData;
  readonly result: Result | EstimateResult;
  readonly model: ModelResult | EstimatedModel;
  /** What the sliders change; `null` where head has none. */
  readonly head: { readonly model: Model; readonly packed: PackedModel } | null;
  readonly options: EngineOptions;
  /** The script of this page, for the worker. */
  readonly script: string;
};

/** `deploy/payment.yaml:12`, linked to where it can be read. */
export function placeLink(
  { data, result }: PageModel,
  { file, line, side }: { readonly file?: string; readonly line?: number; readonly side?: string },
): Child {
  if (file === undefined) return null;
  const text = `${file}${line === undefined ? "" : `:${line}`}${side === "base" ? " at base" : ""}`;
  const commit = side === "base" && "base" in result ? result.base.sha : result.head.commit;
  const address =
    data.repository === null ? null : fileAddress(data.repository, commit, file, line);
  if (address === null || !/^https?:\/\//.test(address)) return h("span", { class: "place" }, text);
  return h("a", { class: "place", href: address, rel: "noreferrer" }, text);
}
