import { expect, test } from "vitest";
import { readEmitter } from "../../src/traces/emitter.ts";
import { countInstances, type Presence, WINDOW } from "../../src/traces/instances.ts";

const MINUTE = 60_000_000;

function presence(
  instance: string,
  from: number,
  until: number,
  parts: Partial<Presence> = {},
): Presence {
  return { instance, rank: 0, spans: 10, first: from * MINUTE, last: until * MINUTE, ...parts };
}

test("those alive together count, and not those that came after", () => {
  const before = ["a", "b", "c"].map((name) => presence(name, 0, 60));
  const after = ["d", "e", "f"].map((name) => presence(name, 60, 120));
  expect(countInstances([...before, ...after])).toEqual({ alive: 3, ever: 6 });
});

test("a deploy one by one within minutes does not double them", () => {
  const before = ["a", "b", "c"].map((name, at) => presence(name, 0, 30 + at));
  const after = ["d", "e", "f"].map((name, at) => presence(name, 30 + at, 60));
  expect(countInstances([...before, ...after])).toEqual({ alive: 3, ever: 6 });
});

test("what is shorter than two windows is one", () => {
  const minutes = WINDOW / MINUTE;
  const spans = [presence("a", 0, 1), presence("b", 2 * minutes - 1, 2 * minutes)];
  expect(countInstances(spans).alive).toBe(2);
  const longer = [presence("a", 0, 1), presence("b", 4 * minutes - 1, 4 * minutes)];
  expect(countInstances(longer).alive).toBe(1);
});

test("of attributes that name one instance twice, those that most spans tell", () => {
  const pods = [presence("pod-1", 0, 9, { rank: 1 }), presence("pod-2", 0, 9, { rank: 1 })];
  const hosts = [presence("host-1", 0, 9, { rank: 3, spans: 3 })];
  expect(countInstances([...pods, ...hosts])).toEqual({ alive: 2, ever: 2 });
});

test("none told, and times not told", () => {
  expect(countInstances([])).toEqual({ alive: null, ever: 0 });
  const timeless = [presence("a", 0, 0, { first: null, last: null })];
  expect(countInstances(timeless)).toEqual({ alive: 1, ever: 1 });
});

test.each([
  [{ "service.instance.id": "i", "k8s.pod.name": "p", "host.name": "h" }, "i", 0],
  [{ "host.name": "h", "container.id": "c", "k8s.pod.name": "p" }, "p", 1],
  [{ "host.name": "h", "container.id": "c" }, "c", 2],
  [{ "host.name": "h" }, "h", 3],
  [{ hostname: "h", ip: "10.0.0.1", "client-uuid": "u" }, "h", 4],
  [{ ip: "10.0.0.1", "client-uuid": "u" }, "10.0.0.1", 6],
  [{ ip: "127.0.0.1", "client-uuid": "u" }, "u", 7],
  [{ "host.address": "10.0.0.1", "host.port": 80 }, "10.0.0.1", 8],
])("%j", (attributes, instance, rank) => {
  expect(readEmitter({ service: "a", attributes })).toEqual({ service: "a", instance, rank });
});

test("a service's name can stand in a line of dependencies", () => {
  const name = (service: string) => readEmitter({ service, attributes: {} }).service;
  expect(name("a -> b")).toBe("a _ b");
  expect(name(" a\u202e\n b ")).toBe("a b");
  expect(name("\u0000")).toBeNull();
  expect(name("x".repeat(1000))?.length).toBe(253);
});
