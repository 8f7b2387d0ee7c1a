import type { RecoveryCodes, TotpSetup } from '@qr-attendance/contracts';
import { totpCodeOf } from '@qr-attendance/test-kit';
import { cookiesOf, PASSWORD, type People as AllPeople, type Person } from './people.ts';

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

/** Enters the password, and returns the cookie with which the second factor finishes the sign-in. */
export const beginSignIn = async (
  { call }: Pick<People, 'call'>,
  { email }: Pick<Person, 'email'>,
): Promise<{ cookie: string }> => {
  const { headers } = await call('POST', '/api/auth/login', { body: { email, password: PASSWORD } });
  return { cookie: cookiesOf(headers) };
};
