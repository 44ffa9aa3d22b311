import type { Subject } from "../availability/subject.ts";
import type { Engine } from "../gate/engine.ts";

/** An engine that says what it is about to work out: one figure may take as long as all others. */
export function watchedEngine(engine: Engine, tell: (subject: Subject) => void): Engine {
  const { alike } = engine;
  return {
    ...engine,
    estimate: (subject, options, claims) => {
      tell(subject);
      return engine.estimate(subject, options, claims);
    },
    compare: (base, head, options, claims) => {
      tell(head);
      return engine.compare(base, head, options, claims);
    },
    ...(alike === undefined
      ? {}
      : {
          alike: (subject, like, work) => {
            tell(subject);
            return alike(subject, like, work);
          },
        }),
  };
}
