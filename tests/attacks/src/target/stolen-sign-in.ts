import { join } from 'node:path';
import { PASSWORD, type Person } from './people.ts';
import { readMail } from './read-mail.ts';
import type { Target } from './start-target.ts';

/** A sign-in of somebody in which the password was never shown, as a thief has it who copied one that is days old. */
export const stolenSignIn = async ({ must, system }: Target, { email }: Person): Promise<string> => {
  const mails = join(system.dataDir, 'mails');
  const verifying = await readMail(mails, email, /\/verify-email#(\S+)/);
  await must('POST', '/api/auth/email-address/verify', {
    body: { token: verifying, password: PASSWORD },
  });
  await must('POST', '/api/auth/sign-in-link', { body: { email } });
  const token = await readMail(mails, email, /\/sign-in-link#(\S+)/);
  return (await must<{ token: string }>('POST', '/api/auth/sign-in-link/redeem', { body: { token } })).token;
};
