import { join } from 'node:path';
import type { Person } from './people.ts';
import { readMail } from './read-mail.ts';
import type { Target } from './start-target.ts';

/** A sign-in of somebody in which the password was never shown, as a thief has it who copied one that is days old. */
export const stolenSignIn = async ({ must, system }: Target, { email }: Person): Promise<string> => {
  await must('POST', '/api/auth/sign-in-link', { body: { email } });
  const token = await readMail(join(system.dataDir, 'mails'), email, /sign-in-link#([\w-]+)/);
  return (await must<{ token: string }>('POST', '/api/auth/sign-in-link/redeem', { body: { token } })).token;
};
