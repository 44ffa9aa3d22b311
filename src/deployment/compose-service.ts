import type { Place } from "../yaml/diagnostic.ts";

/**
 * A service that a Compose project starts, as `docker compose config` would print it: files merged,
 * `extends` and `include` followed, variables filled in. Each part keeps the place that decides it.
 */
export type ComposeService = {
  readonly name: string;
  /** The folder of its project, which tells services of one name apart; empty for the repository's root. */
  readonly project: string;
  /** Of its key, where it is first defined. */
  readonly place: Place;
  /** Of its containers, by name, one each: `environment`, and what only its `env_file`s set. */
  readonly environment: readonly ComposeVariable[];
  /** Words of `entrypoint`, then of `command`; a string is cut at white space. */
  readonly command: readonly ComposeText[];
  /** Names of services. */
  readonly dependsOn: readonly ComposeText[];
  readonly links: readonly ComposeLink[];
  /** Those of `ports`; `expose` opens nothing to the outside. */
  readonly ports: readonly ComposePort[];
  /** What else it is called in its networks: `hostname`, `container_name`, aliases. */
  readonly aliases: readonly ComposeText[];
};

export type ComposeText = { readonly text: string; readonly place: Place };

export type ComposeVariable = {
  readonly name: string;
  /** `null`: named without a value, and set nowhere. */
  readonly value: string | null;
  readonly place: Place;
};

/** `service` or `service:alias` of `links`. */
export type ComposeLink = {
  readonly service: string;
  readonly alias: string;
  readonly place: Place;
};

/** As written, since both may be ranges (`8080-8089`). */
export type ComposePort = {
  /** On the host; `null`: one that the engine chooses. */
  readonly published: string | null;
  readonly target: string;
  readonly place: Place;
};
