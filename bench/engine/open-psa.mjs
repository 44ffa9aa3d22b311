/**
 * A system as an Open-PSA fault tree: the top fails where a service of the needs is not reached,
 * which is so while it is dead or no caller reaches it over a channel that is up.
 * (Open-PSA Model Exchange Format 2.0d; gates of one argument are not allowed.)
 */
export function faultTree(file, valueAt) {
  if (file.quorum !== 1) throw new Error("only a quorum of one replica is written");
  const callers = callersOf(file);
  const events = [];
  const event = (name, failure) => {
    events.push(
      `<define-basic-event name="${name}"><float value="${failure}"/></define-basic-event>`,
    );
    return `<basic-event name="${name}"/>`;
  };
  const gates = neededFor(file, callers).map((service) => {
    const replica = 1 - valueAt(file.replicaAvailability, service);
    const dead = event(`s${service}`, replica ** valueAt(file.replicas, service));
    if (service === file.entry) return gate(`f${service}`, dead);
    const missed = callers[service].map(({ from, up }) =>
      formula("or", [`<gate name="f${from}"/>`, event(`c${from}-${service}`, 1 - up)]),
    );
    return gate(`f${service}`, formula("or", [dead, formula("and", missed)]));
  });
  const top = formula(
    "or",
    file.needs.map((need) => `<gate name="f${need}"/>`),
  );
  return [
    '<?xml version="1.0"?>',
    `<opsa-mef><define-fault-tree name="system">${gate("top", top)}${gates.join("\n")}`,
    `</define-fault-tree><model-data>${events.join("\n")}</model-data></opsa-mef>`,
  ].join("\n");
}

function gate(name, inside) {
  return `<define-gate name="${name}">${inside}</define-gate>`;
}

function formula(kind, inputs) {
  return inputs.length === 1 ? inputs[0] : `<${kind}>${inputs.join("")}</${kind}>`;
}

/** By service: the callers that the entry may reach. */
function callersOf({ services, dependencies, dependencyAvailability, entry }) {
  const outgoing = Array.from({ length: services }, () => []);
  for (const [from, to, up] of dependencies) {
    outgoing[from].push({ from, to, up: up ?? dependencyAvailability });
  }
  const callers = Array.from({ length: services }, () => []);
  const reached = new Set([entry]);
  for (const from of reached) {
    for (const call of outgoing[from]) {
      callers[call.to].push(call);
      reached.add(call.to);
    }
  }
  return callers;
}

function neededFor({ needs }, callers) {
  const needed = new Set(needs);
  for (const service of needed) for (const { from } of callers[service]) needed.add(from);
  return [...needed];
}
