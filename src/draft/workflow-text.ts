import { scalar } from "./yaml-text.ts";

/** The workflow of the README; `model` where the spec is not the one that the Action takes by itself. */
export function workflowText(model: string | null): string {
  const given = model === null ? "" : `        with:\n          model: ${modelScalar(model)}\n`;
  return `name: Availability
on:
  pull_request:
    types: [opened, synchronize, reopened, edited, labeled, unlabeled]
  merge_group:

permissions:
  contents: read
  pull-requests: write

concurrency:
  group: availability-\${{ github.event.pull_request.number || github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}

jobs:
  gate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v7
      - uses: availability-gate/availability-gate@v0
${given}`;
}

/** A glob may stand plain where no sign of it means anything to YAML. */
function modelScalar(model: string): string {
  return /^[A-Za-z][\w./-]*\*\.yaml$/.test(model) ? model : scalar(model);
}
