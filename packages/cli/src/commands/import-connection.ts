import { setTimeout } from 'node:timers/promises';
import { routes } from '@qr-attendance/contracts';
import {
  type Call,
  CallError,
  createAsk,
  createCall,
  type SendRequest,
  StartError,
} from '@qr-attendance/stack';
import { TOTP } from 'otpauth';
import { ZodError } from 'zod';
import type { ImportOptions } from './import-options.ts';

const CLOCK_DIFFERENCE_MS = 1_000;

const reasonOf = (error: unknown): string => {
  if (error instanceof ZodError) return 'its answer has another form';
  const { code, message } = error as NodeJS.ErrnoException;
  return message || (code ?? String(error));
};

/** The second factor is bound to the cookies of the browser that entered the password. */
const keepCookies = (ask: SendRequest): SendRequest => {
  const cookies = new Map<string, string>();
  return async (url, { headers, ...request }) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await ask(url, { ...request, headers: { ...headers, ...(cookie && { cookie }) } });
    for (const text of answer.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
};

export const connect = async ({ address, email, password, totpSecret }: ImportOptions) => {
  const call = createCall(address, keepCookies(createAsk()));
  const sendCode = (totp: TOTP) =>
    call(routes.auth.finishWithSecondFactor, { body: { code: totp.generate(), remember: true } });
  /** A code works once: another command may have used this one, and later sign-ins of this command need none. */
  const finishSignIn = async (secret: string) => {
    const totp = new TOTP({ secret });
    try {
      return await sendCode(totp);
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'second_factor_code_wrong')) throw error;
      await setTimeout(totp.remaining() + CLOCK_DIFFERENCE_MS);
      return sendCode(totp);
    }
  };
  const signIn = async (): Promise<string> => {
    try {
      return (await call(routes.auth.login, { body: { email, password } })).token;
    } catch (error) {
      const code = error instanceof CallError ? error.code : undefined;
      if (code === 'second_factor_setup_required')
        throw new StartError(
          'The account needs a second factor. Sign in with a browser once and set up an authenticator app.',
        );
      // Answers of the system have a code; others come from another program or from the network.
      if (code === undefined)
        throw new StartError(`No attendance system answers at ${address} (${reasonOf(error)}).`);
      if (code !== 'second_factor_required') throw error;
      if (totpSecret === undefined)
        throw new StartError(
          'The account has a second factor. Set IMPORT_TOTP_SECRET to the key that its setup showed.',
        );
      return (await finishSignIn(totpSecret)).token;
    }
  };
  let token = await signIn();
  return {
    call: ((route, asked) => call(route, { ...asked, token })) as Call,
    proveAgain: async () => {
      token = await signIn();
    },
  };
};
export type Connection = Awaited<ReturnType<typeof connect>>;
