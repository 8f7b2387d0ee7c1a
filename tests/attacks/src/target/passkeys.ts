import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@qr-attendance/contracts';
import { createPasskey, type AssertionOptions, type TestPasskey } from '@qr-attendance/test-kit';
import type { Person } from './people.ts';
import type { Target } from './start-target.ts';

export const addPasskey = async ({ must, url }: Target, { token }: Person): Promise<TestPasskey> => {
  const options = await must<PasskeyCreationOptions>('POST', '/api/auth/passkeys/registration-options', {
    token,
    headers: { origin: url },
  });
  const passkey = createPasskey();
  const credential = passkey.register(options, { origin: url });
  await must('POST', '/api/auth/passkeys', { token, body: { name: 'Phone', credential } });
  return passkey;
};

/** Answers the challenge issued for `ticket`, with the attacker's `changes`. */
export const answerChallenge = async (
  { must, url }: Target,
  { token }: Person,
  { passkey, ticket, ...changes }: { passkey: TestPasskey; ticket: string } & Partial<AssertionOptions>,
) => {
  const { challenge, rpId = '' } = await must<PasskeyRequestOptions>(
    'POST',
    '/api/attendance/passkey-challenge',
    { token, body: { ticket }, headers: { origin: url } },
  );
  return passkey.assert({ challenge, rpId, origin: url, ...changes });
};
