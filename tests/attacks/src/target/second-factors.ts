import type { PasskeyCreationOptions, RecoveryCodes, TotpSetup } from '@qr-attendance/contracts';
import { createPasskey, type TestPasskey, totpCodeOf } from '@qr-attendance/test-kit';
import { cookiesOf, PASSWORD, type People as AllPeople, type Person } from './people.ts';
import type { Target } from './start-target.ts';

type People = Pick<AllPeople, 'call' | 'must'>;

export interface OwnFactor {
  secret: string;
  recoveryCodes: string[];
  /** The code of the setup, which the server accepts no longer. */
  usedCode: string;
}

export const setUpSecondFactor = async (
  { must }: Pick<People, 'must'>,
  { token }: Pick<Person, 'token'>,
): Promise<OwnFactor> => {
  const { secret } = await must<TotpSetup>('POST', '/api/auth/second-factor/setup', { token });
  const usedCode = totpCodeOf(secret);
  const body = { code: usedCode };
  const { recoveryCodes } = await must<RecoveryCodes>('POST', '/api/auth/second-factor', { token, body });
  return { secret, recoveryCodes, usedCode };
};

/** Makes a passkey the second factor. */
export const setUpPasskey = async (
  { must, url }: Pick<Target, 'must' | 'url'>,
  { token }: Pick<Person, 'token'>,
): Promise<TestPasskey> => {
  const headers = { origin: url };
  const path = '/api/auth/passkeys/registration-options';
  const options = await must<PasskeyCreationOptions>('POST', path, { token, headers });
  const passkey = createPasskey();
  const body = { name: 'Laptop', newPasskey: passkey.register(options, headers) };
  await must('POST', '/api/auth/second-factor', { token, body });
  return passkey;
};

/** Enters the password, and returns the cookie with which the second factor finishes the sign-in. */
export const beginSignIn = async (
  { call }: Pick<People, 'call'>,
  { email }: Pick<Person, 'email'>,
): Promise<{ cookie: string }> => {
  const { headers } = await call('POST', '/api/auth/login', { body: { email, password: PASSWORD } });
  return { cookie: cookiesOf(headers) };
};
