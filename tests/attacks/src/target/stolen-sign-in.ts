import { join } from 'node:path';
import { PASSWORD, type Person } from './people.ts';
import { readMail } from './read-mail.ts';
import type { Target } from './start-target.ts';

export const signInByLink = async ({ must, system }: Target, email: string): Promise<string> => {
  await must('POST', '/api/auth/sign-in-link', { body: { email } });
  const token = await readMail(join(system.dataDir, 'mails'), email, /\/sign-in-link#(\S+)/);
  return (await must<{ token: string }>('POST', '/api/auth/sign-in-link/redeem', { body: { token } })).token;
};

export const stolenSignIn = async (target: Target, { email }: Person): Promise<string> => {
  const { must, system } = target;
  const mails = join(system.dataDir, 'mails');
  const verifying = await readMail(mails, email, /\/verify-email#(\S+)/);
  await must('POST', '/api/auth/email-address/verify', {
    body: { token: verifying, password: PASSWORD },
  });
  return signInByLink(target, email);
};
