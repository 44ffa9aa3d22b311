import { describe, expect, it } from "vitest";
import { builtModel, lines, loadText } from "./support.ts";

const spec = (details: string) =>
  `version: 1\ndependencies:\n  - a -> b: ${details}\nendpoints: { e: { entry: a } }\n`;

async function channelsOf(text: string) {
  return (await builtModel(text)).dependencies[0]!.channels;
}

describe("a time-out", () => {
  it("is the share of calls in time as written, and no retries unless they are", async () => {
    const text = spec("{ availability: 99.95%, timeout: { onTime: 93%, retries: 2 } }");
    expect(await channelsOf(text)).toMatchObject([
      {
        up: { p: 0.9995, q: 0.0005 },
        timeout: { onTime: { p: 0.93, q: 0.07 }, retries: 2 },
        availabilityFrom: "spec",
      },
    ]);
    expect(await channelsOf(spec("{ timeout: { onTime: 1 } }"))).toMatchObject([
      { timeout: { onTime: { p: 1, q: 0 }, retries: 0 }, availabilityFrom: "default" },
    ]);
    expect((await channelsOf(spec("{}")))[0]?.timeout).toBeNull();
  });

  it.each([
    "{ after: 200ms, latency: { p50: 40ms, p99: 350ms } }",
    "{ after: 0.2s, latency: { p50: 40000us, p99: 0.35s } }",
    "{ after: 1m, latency: { p50: 12s, p99: 105000ms } }",
    "{ after: 0.2s, latency: { p50: 40.000ms, p99: 350ms }, retries: 0 }",
  ])("is computed of latencies, in any unit: %s", async (timeout) => {
    const [channel] = await channelsOf(spec(`{ timeout: ${timeout} }`));
    const { onTime, retries } = channel!.timeout!;
    expect(onTime.p).toBeCloseTo(0.957839944035821, 14);
    expect(onTime.q).toBeCloseTo(0.0421600559641792, 14);
    expect(retries).toBe(0);
  });

  it.each([
    [
      "{ onTime: 93%, after: 200ms, latency: { p50: 40ms, p99: 350ms } }",
      [
        "3:39 error contradiction: `onTime` beside `after`: each says how many calls end in time; remove one",
      ],
    ],
    [
      "{ retries: 2 }",
      [
        "3:15 error missing-key: `timeout` says neither how many calls end in time nor when the caller gives up; add `onTime`, or `after` with `latency`",
      ],
    ],
    ["{ after: 200ms }", ["3:24 error missing-key: `after` needs `latency` beside it; add it"]],
    [
      "{ onTime: 93%, latency: { p50: 40ms, p99: 350ms } }",
      [
        "3:39 error contradiction: `onTime` beside `latency`: each says how many calls end in time; remove one",
      ],
    ],
    [
      "{ after: 200ms, latency: { p50: 40ms } }",
      ["3:40 error missing-key: `latency` has no `p99`; add it"],
    ],
    [
      "{ after: 200ms, latency: { p50: 40ms, p99: 0.04s } }",
      ["3:67 error contradiction: `p99: 0.04s` is not above `p50: 40ms`; correct one of them"],
    ],
    [
      "{ after: 0ms, latency: { p50: 0.0s, p99: 0us } }",
      [
        "3:33 error invalid-value: `after: 0ms` must be more than 0",
        "3:54 error invalid-value: `p50: 0.0s` must be more than 0",
        "3:65 error invalid-value: `p99: 0us` must be more than 0",
      ],
    ],
    [
      "{ after: 200, latency: { p50: 40 ms, p99: 1h } }",
      [
        "3:33 error invalid-value: `after: 200` must be a duration, such as 200ms",
        "3:54 error invalid-value: `p50: 40 ms` must be a duration, such as 200ms",
        "3:66 error invalid-value: `p99: 1h` must be a duration, such as 200ms",
      ],
    ],
    [
      "{ onTime: 93, retries: 101 }",
      [
        "3:34 error invalid-value: `onTime: 93` is above 1; did you mean 93%?",
        "3:47 error invalid-value: `retries: 101` must be at most 100",
      ],
    ],
    ["2s", ["3:24 error invalid-value: `timeout: 2s` must be a map"]],
  ])("refuses %s", async (timeout, expected) => {
    expect(lines((await loadText(spec(`{ timeout: ${timeout} }`))).diagnostics)).toEqual(expected);
  });
});

describe("lines of one pair and arrow", () => {
  const shared = async (...details: readonly string[]) => {
    const written = details.map((one) => `  - a -> b: ${one}\n`).join("");
    return channelsOf(`version: 1\ndependencies:\n${written}endpoints: { e: { entry: a } }\n`);
  };

  it("share the channel of the line that is least available in time", async () => {
    // 99% · 0.99 is above 99.9% · 0.9 …
    const slow = "{ availability: 99.9%, timeout: { onTime: 90% } }";
    const fast = "{ availability: 99%, timeout: { onTime: 99% } }";
    for (const both of [
      [slow, fast],
      [fast, slow],
    ]) {
      const [channel, ...others] = await shared(...both);
      expect(others).toEqual([]);
      expect(channel).toMatchObject({ up: { p: 0.999 }, timeout: { onTime: { p: 0.9 } } });
      expect(channel?.place.line).toBe(both[0] === slow ? 3 : 4);
    }
    // … and below 99.9% · (1 - 0.1^3).
    const retried = "{ availability: 99.9%, timeout: { onTime: 90%, retries: 2 } }";
    expect((await shared(retried, fast))[0]).toMatchObject({ up: { p: 0.99 } });
  });

  it("are told apart by their failures where they are one double", async () => {
    const nearly = (onTime: string) => `{ availability: 100%, timeout: { onTime: ${onTime} } }`;
    const [channel] = await shared(
      nearly("99.999999999999999999%"),
      nearly("99.99999999999999999%"),
    );
    expect(channel?.timeout?.onTime.q).toBe(1e-19);
    const [worst] = await shared(
      "{ availability: 100%, timeout: { onTime: 99.9999999999999999999% } }",
      "{ availability: 99.99999999999999999999%, timeout: { onTime: 100% } }",
      "{ availability: 99.999999999999999999%, timeout: { onTime: 100% } }",
    );
    expect(worst?.up.q).toBe(1e-20);
  });

  it("keep their own where they are independent", async () => {
    const channels = await shared(
      "{ independent: true, timeout: { onTime: 90% } }",
      "{ timeout: { onTime: 80% } }",
      "{ independent: true }",
    );
    expect(channels.map(({ timeout }) => timeout?.onTime.p)).toEqual([0.8, 0.9, undefined]);
  });
});
