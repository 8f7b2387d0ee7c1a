import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '../src/config.ts';
import {
  hasPepperOf,
  createPinVerifier,
  matchesPin,
  pepperConfigSchema,
  pepperVersionOf,
  readPeppers,
} from '../src/identity/pin-verifier.ts';

const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];
const peppersOf = (env: Record<string, string>) => readPeppers(pepperConfigSchema.parse(env));
const before = peppersOf({ PIN_PEPPER: first });
const accepting = peppersOf({ PIN_PEPPER: first, PIN_PEPPERS_OTHER: JSON.stringify({ 2: second }) });
const using = peppersOf({
  PIN_PEPPER: second,
  PIN_PEPPER_VERSION: '2',
  PIN_PEPPERS_OTHER: JSON.stringify({ 1: first }),
});
const retired = peppersOf({ PIN_PEPPER: second, PIN_PEPPER_VERSION: '2' });

describe('a PIN verifier', () => {
  it('has no version prefix with the first pepper, for compatibility with earlier releases', () => {
    const verifier = createPinVerifier(before, '2468');
    expect(verifier.hash).toMatch(/^[\w-]{43}$/);
    expect(pepperVersionOf(verifier)).toBe(1);
  });

  it.each([
    ['before the rotation', before, before],
    ['old verifier, next pepper accepted', before, accepting],
    ['old verifier, next pepper in use', before, using],
    ['new verifier, at a replica that only accepts the next pepper', using, accepting],
    ['new verifier, first pepper removed', using, retired],
  ])('matches only the correct PIN (%s)', (_when, makers, readers) => {
    const verifier = createPinVerifier(makers, '2468');
    expect(matchesPin(readers, verifier, '2468')).toBe(true);
    expect(matchesPin(readers, verifier, '2469')).toBe(false);
  });

  it('matches nothing if its pepper is missing, and the missing pepper is reported', () => {
    const verifier = createPinVerifier(before, '2468');
    expect(hasPepperOf(retired, verifier)).toBe(false);
    expect(matchesPin(retired, verifier, '2468')).toBe(false);
    expect(hasPepperOf(using, verifier)).toBe(true);
  });
});

it('values that must stay stable across rotations use the oldest pepper', () => {
  expect([before, accepting, using].map(({ oldest }) => oldest)).toEqual([first, first, first]);
  expect(retired.oldest).toBe(second);
});

it.each([
  [
    'the same version twice',
    { PIN_PEPPER: second, PIN_PEPPERS_OTHER: JSON.stringify({ 1: first }) },
    'version 1',
  ],
  ['invalid JSON', { PIN_PEPPER: first, PIN_PEPPERS_OTHER: '1:x' }, 'is not JSON'],
  ['a short pepper', { PIN_PEPPER: first, PIN_PEPPERS_OTHER: '{"2":"short"}' }, 'is not JSON'],
  ['an invalid version', { PIN_PEPPER: first, PIN_PEPPERS_OTHER: `{"two":"${second}"}` }, 'is not JSON'],
])('%s prevents the start and reveals no pepper', (_what, env, says) => {
  expect(() => peppersOf(env)).toThrow(ConfigError);
  expect(() => peppersOf(env)).toThrow(says);
  expect(() => peppersOf(env)).not.toThrow(second);
});
