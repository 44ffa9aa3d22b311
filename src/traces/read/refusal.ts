/** Why a source is not read: what it is, and how to get a form of it that is. */
export type Refusal = {
  /** Stable, kebab-case. */
  readonly code: "aggregate-source" | "empty-source" | "unread-format";
  /** As it follows "is". */
  readonly what: string;
  readonly remedy: string;
};

const COLLECTOR =
  "the Collector's file exporter, or Jaeger's, Tempo's or Zipkin's API, writes a form that is read";

export const REFUSALS = {
  empty: {
    code: "empty-source",
    what: "empty",
    remedy: "check what was to be written there, or leave it out",
  },
  zipkinV1: {
    code: "unread-format",
    what: "a Zipkin v1 trace (annotations with endpoints)",
    remedy: "export it as v2: `GET /api/v2/traces` or `/api/v2/trace/ID`",
  },
  tempoSearch: {
    code: "unread-format",
    what: "the reply to a search in Tempo, which names traces but does not hold them",
    remedy: "export each trace by its id: `GET /api/traces/ID` or `/api/v2/traces/ID`",
  },
  jaegerModel: {
    code: "unread-format",
    what: "Jaeger's internal form, as its storage holds spans",
    remedy: "export from the query service: `GET /api/traces?service=NAME` or `/api/traces/ID`",
  },
  jaegerList: {
    code: "unread-format",
    what: "a list of names from Jaeger's API, without spans",
    remedy: "export the traces: `GET /api/traces?service=NAME`",
  },
  aggregate: {
    code: "aggregate-source",
    what: "an aggregate of traces or metrics, without spans",
    remedy: "give it with --metrics",
  },
  flat: {
    code: "unread-format",
    what: "a list of spans without ids of their trace, themselves and their parent, so that no call shows",
    remedy: `export the traces as they are: ${COLLECTOR}`,
  },
  flatIds: {
    code: "unread-format",
    what: "a table of spans in a form of some other tool",
    remedy: `export the traces in a standard form: ${COLLECTOR}`,
  },
  signals: {
    code: "unread-format",
    what: "OTLP, but logs, metrics or profiles and no traces",
    remedy: "give the file of a traces pipeline",
  },
  yaml: {
    code: "unread-format",
    what: "OTLP as YAML",
    remedy: "turn it into JSON: `yq -o=json FILE`",
  },
  html: {
    code: "unread-format",
    what: "a web page",
    remedy:
      "open its address in a browser: it may ask to sign in; export from the API instead of the UI",
  },
  xml: { code: "unread-format", what: "XML", remedy: `export another form: ${COLLECTOR}` },
  utf16: {
    code: "unread-format",
    what: "text in UTF-16",
    remedy: "save it as UTF-8 (PowerShell: `Out-File -Encoding utf8`)",
  },
  zstd: {
    code: "unread-format",
    what: "compressed with zstd",
    remedy: "unpack it on the way in: `zstd -dc FILE | availability-gate discover -`",
  },
  zstdFrames: {
    code: "unread-format",
    what: "from the Collector's file exporter with `compression: zstd`, which packs each message by itself",
    remedy: "export without `compression`, and gzip the file if it is large",
  },
  gzip: {
    code: "unread-format",
    what: "compressed twice",
    remedy: "unpack it once: `gunzip FILE`",
  },
  archive: {
    code: "unread-format",
    what: "an archive",
    remedy: "unpack it and give its folder",
  },
  unknown: {
    code: "unread-format",
    what: "neither JSON nor OTLP protobuf",
    remedy: COLLECTOR,
  },
} as const satisfies Record<string, Refusal>;

/** JSON of none of the forms, by the keys it has. */
export function unknownJson(value: unknown): Refusal {
  const keys = typeof value === "object" && value !== null ? Object.keys(value).slice(0, 5) : [];
  const seen = keys.map((key) => JSON.stringify(key.slice(0, 40))).join(", ");
  return {
    code: "unread-format",
    what: `JSON, but no traces in a form that is read${seen === "" ? "" : ` (it has ${seen})`}`,
    remedy: COLLECTOR,
  };
}
