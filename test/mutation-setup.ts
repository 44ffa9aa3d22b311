import fc from "fast-check";

// A break is noticed by its first counterexample: to look for the smallest takes longer than to find one.
fc.configureGlobal({ endOnFailure: true });
