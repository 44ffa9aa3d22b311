// Stands in for `vitest` where all tests are one module: its own parts, without the processes around them.
import * as parts from "@vitest/expect";
import * as runner from "@vitest/runner";

export const { describe, it, test, afterAll, afterEach, beforeAll, beforeEach } = runner;

const { chai } = parts;
chai.use(parts.JestExtend);
chai.use(parts.JestChaiExpect);
chai.use(parts.JestAsymmetricMatchers);

export const expect = Object.assign((value, message) => chai.expect(value, message), chai.expect);
Object.defineProperty(globalThis, parts.GLOBAL_EXPECT, { value: expect, configurable: true });
parts.setState({ assertionCalls: 0, isExpectingAssertions: false }, expect);
