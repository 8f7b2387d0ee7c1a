import { expect, test } from '@jest/globals';
import { ApiError } from '@qr-attendance/web-kit';
import { passkeyFailure } from '../src/passkey/passkey-failure.ts';

const named = (name: string) => Object.assign(new Error('some words'), { name });

test.each([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['InvalidStateError', 'known'],
  ['NotSupportedError', 'unsupported'],
  ['ConstraintError', 'unsupported'],
  ['TypeError', 'broken'],
])('maps %s to %s', (name, failure) => {
  expect(passkeyFailure(named(name))).toBe(failure);
});
test('shows the server’s message if the server rejects the passkey', () => {
  expect(passkeyFailure(new ApiError(409, { error: 'You have 10 passkeys already.' }))).toBe('broken');
});
