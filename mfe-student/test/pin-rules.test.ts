import { expect, test } from '@jest/globals';
import { pinProblem } from '../src/features/security/pin-rules.ts';

test.each(['1234', '0000', '123456789012'])('accepts %s as a PIN', (pin) => {
  expect(pinProblem(pin)).toBeUndefined();
});
test.each([
  ['', 'specified:pinTooShort'],
  ['123', 'specified:pinTooShort'],
  ['12a4', 'security.pinNotDigits'],
  ['12 34', 'security.pinNotDigits'],
  ['1234567890123', 'security.pinTooLong'],
])('rejects the PIN "%s" with %s', (pin, problem) => {
  expect(pinProblem(pin)).toBe(problem);
});
