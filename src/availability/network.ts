/**
 * What is left of a predicate after reduction: which nodes must be reached from node 0 over links
 * whose parts are up. Node 0 is the entry, reached for sure. Nodes are in reverse postorder.
 */
export type Network = {
  readonly nodes: readonly Part[];
  readonly links: readonly NetworkLink[];
  readonly need: NetworkNeed;
};

/** Up while its component is; `null`: always. Each component is the part of one node or link at the most. */
export type Part = { readonly component: number | null };

export type NetworkLink = Part & { readonly from: number; readonly to: number };

/** r_v of a node, or a gate with 1 ≤ k ≤ number of inputs. */
export type NetworkNeed =
  | { readonly kind: "node"; readonly node: number }
  | { readonly kind: "atLeast"; readonly k: number; readonly of: readonly NetworkNeed[] };
