import { expect, test } from '@jest/globals';
import { pinProblem } from '../src/features/security/pin-rules.ts';

test.each(['1234', '0000', '123456789012'])('%s can be a PIN', (pin) => {
  expect(pinProblem(pin)).toBeUndefined();
});
test.each([
  ['', 'PIN must be at least 4 digits'],
  ['123', 'PIN must be at least 4 digits'],
  ['12a4', 'PIN must be digits only'],
  ['12 34', 'PIN must be digits only'],
  ['1234567890123', 'PIN must be at most 12 digits'],
])('"%s" cannot: %s', (pin, problem) => {
  expect(pinProblem(pin)).toBe(problem);
});
