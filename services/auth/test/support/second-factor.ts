import type {
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  RecoveryCodes,
  TotpSetup,
} from '@qr-attendance/contracts';
import { createPasskey, type TestPasskey, totpCodeOf } from '@qr-attendance/test-kit';
import { type Answer, type Client, PASSWORD, type SignInAnswer } from './client.ts';

/** The first origin of test services. */
export const PAGE_ORIGIN = 'http://localhost:8080';

export interface PersonWithFactor {
  id: string;
  email: string;
  token: string;
  secret: string;
  recoveryCodes: string[];
}

interface FinishedSetup extends SignInAnswer, RecoveryCodes {}

export const useSecondFactor = (client: Client) => {
  /** As if the time step of the last code had passed. */
  const passTime = (userId: string) =>
    client.query('UPDATE second_factors SET last_step = 0 WHERE user_id = $1', [userId]);
  const finish = (
    { cookies }: Pick<Answer, 'cookies'>,
    body: Record<string, unknown>,
    headers: Record<string, string> = {},
  ) =>
    client.send<SignInAnswer>('POST', '/api/auth/sign-in/second-factor', {
      body: { remember: false, ...body },
      headers: { ...headers, cookie: cookies['qr_second_factor'] ?? '' },
    });
  const ofMe = <Body = Record<string, unknown>>(
    { token }: { token: string },
    method: string,
    path = '',
    body?: unknown,
  ) => client.send<Body>(method, `/api/auth/second-factor${path}`, { token, body });
  const setUp = async <Person extends { id: string; email: string; token: string }>(
    person: Person,
  ): Promise<Person & PersonWithFactor> => {
    const { secret } = (await ofMe<TotpSetup>(person, 'POST', '/setup')).body;
    const { body } = await ofMe<RecoveryCodes>(person, 'POST', '', { code: totpCodeOf(secret) });
    await passTime(person.id);
    return { ...person, secret, recoveryCodes: body.recoveryCodes };
  };
  const atSignIn = <Body = Record<string, unknown>>(
    { cookies }: Pick<Answer, 'cookies'>,
    path: 'setup' | 'activation' | 'passkey-options' | 'registration-options',
    body?: unknown,
  ) =>
    client.send<Body>('POST', `/api/auth/sign-in/second-factor/${path}`, {
      body,
      headers: { cookie: cookies['qr_second_factor'] ?? '' },
    });
  const activate = (challenge: Pick<Answer, 'cookies'>, code: string) =>
    atSignIn<FinishedSetup>(challenge, 'activation', { code });
  const pageOrigin = { origin: PAGE_ORIGIN };
  const registered = (passkey: TestPasskey, options: PasskeyCreationOptions) =>
    passkey.register(options, pageOrigin);
  const asserted = (passkey: TestPasskey, { challenge, rpId = '' }: PasskeyRequestOptions) =>
    passkey.assert({ challenge, rpId, ...pageOrigin });
  /** Adds a passkey to the second factor of a person who is signed in. */
  const addPasskey = async (person: { token: string }, passkey = createPasskey()) => {
    const { body } = await client.send<PasskeyCreationOptions>(
      'POST',
      '/api/auth/passkeys/registration-options',
      person,
    );
    const newPasskey = registered(passkey, body);
    return { passkey, answer: await ofMe<RecoveryCodes>(person, 'POST', '', { name: 'Laptop', newPasskey }) };
  };
  const setUpPasskeyAtSignIn = async (challenge: Pick<Answer, 'cookies'>, passkey = createPasskey()) => {
    const { body } = await atSignIn<PasskeyCreationOptions>(challenge, 'registration-options');
    const activation = { name: 'Laptop', newPasskey: registered(passkey, body) };
    const answer = await atSignIn<FinishedSetup>(challenge, 'activation', activation);
    return { passkey, activation, ...answer };
  };
  const assertAtSignIn = async (challenge: Pick<Answer, 'cookies'>, passkey: TestPasskey) =>
    asserted(passkey, (await atSignIn<PasskeyRequestOptions>(challenge, 'passkey-options')).body);
  const finishByPasskey = async (challenge: Pick<Answer, 'cookies'>, passkey: TestPasskey) =>
    finish(challenge, { passkey: await assertAtSignIn(challenge, passkey) });
  const setUpAtSignIn = async (challenge: Pick<Answer, 'cookies'>) => {
    const { secret } = (await atSignIn<TotpSetup>(challenge, 'setup')).body;
    const code = totpCodeOf(secret);
    return { secret, code, ...(await activate(challenge, code)) };
  };
  return {
    passTime,
    atSignIn,
    activate,
    setUpAtSignIn,
    asserted,
    addPasskey,
    setUpPasskeyAtSignIn,
    assertAtSignIn,
    finishByPasskey,
    finish,
    ofMe,
    setUp,
    teacher: async () => setUp(await client.registerTeacher()),
    signIn: (email: string, cookie = '') => client.signIn(email, PASSWORD, { cookie }),
  };
};
export type SecondFactorClient = ReturnType<typeof useSecondFactor>;
