import { describe, expect, it } from "vitest";
import { channelOf, LATENCY, spec, toldOf, virtualService } from "./route-scene.ts";

describe("faults that a mesh injects", () => {
  const abort = (value: string) =>
    `fault: {abort: {percentage: {value: ${value}}, httpStatus: 503}}`;

  it.each<[string, number, number]>([
    ["10", 0.1, 0.9],
    ["0.1", 0.001, 0.999],
    ["100", 1, 0],
    ["0", 0, 1],
  ])("lower ρ by the share that they abort: %s%%", async (percent, aborted, rest) => {
    const manifest = virtualService(`{${abort(percent)}}`);
    const { up, origin, timeout } = await channelOf(spec(""), manifest);
    expect(up.p).toBeCloseTo(0.999 * rest, 14);
    expect(up.q).toBeCloseTo(0.001 + 0.999 * aborted, 14);
    expect(timeout).toBeNull();
    expect(origin?.injected?.share.p ?? 0).toBe(aborted);
  });

  it("are told, with what they count against, at their line", async () => {
    const manifest = virtualService(`{\n    ${abort("10")}}`);
    expect(await toldOf(spec(""), manifest)).toEqual([
      "mesh-1.yaml:8:41 warning fault-injection: VirtualService `payment` makes 10% of the calls into `payment` fail: that counts against `checkout -> payment`; remove the fault unless an experiment needs it",
    ]);
    expect((await channelOf(spec(""), manifest)).origin?.injected?.place.line).toBe(8);
  });

  it("count a delay as late where the caller gives up before it ends", async () => {
    const delay = (fixed: string, more = "") =>
      virtualService(`{fault: {delay: {percentage: {value: 40}, fixedDelay: ${fixed}}}${more}}`);
    const up = async (timeout: string, manifest: string) =>
      (await channelOf(spec(timeout), manifest)).up.p;
    const written = "{ after: 1s, latency: { p50: 40ms, p99: 350ms } }";
    expect(await up(written, delay("1s"))).toBeCloseTo(0.999 * 0.6, 14);
    expect(await up(written, delay("999ms"))).toBe(0.999);
    expect(await up(LATENCY, delay("2s", ", timeout: 2s"))).toBeCloseTo(0.999 * 0.6, 14);
    // Nothing is late where nobody gives up.
    expect(await up("", delay("1h"))).toBe(0.999);
    expect(await up("{ onTime: 93% }", delay("1h"))).toBe(0.999);
    expect(await toldOf(spec(written), delay("7s"))).toEqual([
      "mesh-1.yaml:7:47 warning fault-injection: VirtualService `payment` delays 40% of the calls into `payment` by 7s: that counts against `checkout -> payment`; remove the fault unless an experiment needs it",
    ]);
    expect((await toldOf(spec(written), delay("0.5s")))[0]).toContain(
      "delays 40% of the calls into `payment` by 500ms: no time-out of the spec is shorter, and no figure counts it;",
    );
  });

  it("are drawn apart where there are both", async () => {
    const both = virtualService(
      "{timeout: 1s, fault: {abort: {percentage: {value: 10}}, delay: {percent: 40, fixedDelay: 7s}}}",
    );
    const { up } = await channelOf(spec(LATENCY), both);
    expect(up.p).toBeCloseTo(0.999 * 0.9 * 0.6, 14);
    expect(up.q).toBeCloseTo(1 - 0.999 * 0.9 * 0.6, 14);
    expect((await toldOf(spec(LATENCY), both))[0]).toContain(
      "makes 10% of the calls into `payment` fail and delays 40% of them by 7s: that counts against `checkout -> payment`;",
    );
  });

  it.each([
    [
      virtualService(`{match: [{headers: {end-user: {exact: jason}}}], ${abort("100")}}`),
      "it holds for some calls only, and no figure counts it",
    ],
    [
      virtualService(`{${abort("100")}, route: [{destination: {host: payment}}]}`, {
        more: "gateways: [edge]",
      }),
      "it holds for what comes in through a gateway, and no figure counts it",
    ],
    [
      virtualService(`{${abort("100")}}`, { hosts: "ratings" }),
      "no dependency of the spec leads there, and no figure counts it",
    ],
  ])("are told where they do not count", async (manifest, why) => {
    const told = await toldOf(spec(""), manifest);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(" warning fault-injection: ");
    expect(told[0]).toContain(why);
    expect((await channelOf(spec(""), manifest)).up.p).toBe(0.999);
  });

  it("are told ten at the most", async () => {
    const many = Array.from({ length: 13 }, (_, i) =>
      virtualService(`{${abort("5")}}`, { name: `v${i}`, hosts: `h${i}` }),
    );
    const told = await toldOf(spec(""), ...many);
    expect(told).toHaveLength(11);
    expect(told.at(-1)).toBe(
      "mesh-11.yaml:7:47 warning fault-injection: 3 more faults that the manifests inject into calls; remove those that no experiment needs",
    );
  });
});
