import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TotpSetup } from '@qr-attendance/contracts';
import { mailDirOf } from '@qr-attendance/stack';
import { createTestAdmin, eventually } from '@qr-attendance/test-kit';
import { cookiesOf, PASSWORD, type Person } from '../../src/target/people.ts';
import { beginSignIn, setUpSecondFactor } from '../../src/target/second-factors.ts';
import type { Target } from '../../src/target/start-target.ts';

export const [NEW_PASSWORD, WRONG_PASSWORD] = [
  'under the old chestnut tree',
  'over the hills and far away',
] as const;

export type KeepSecret = (name: string, value: string) => string;

const cookieValue = (cookies: string, name: string): string =>
  new RegExp(`${name}=([^;]+)`).exec(cookies)?.[1] ?? '';

/** Finds the link of the last email, whose long lines are folded. */
const readResetToken = (logFolder: string): Promise<string> =>
  eventually(async () => {
    const folder = mailDirOf(dirname(logFolder));
    const files = await readdir(folder);
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    const [, token] = /\/reset-password#([\w-]+)/.exec(texts.join('\n').replace(/=\r?\n/g, '')) ?? [];
    if (token === undefined) throw new Error('No mail has come.');
    return token;
  });

const createAdmin = async ({ system, must }: Target, keep: KeepSecret): Promise<{ token: string }> => {
  const email = 'adam@campus.example';
  const token = await createTestAdmin(system, { name: 'Adam Admin', email });
  keep('the link of an administrator', token);
  await must('POST', '/api/auth/reset-password', { body: { token, password: PASSWORD } });
  return must('POST', '/api/auth/login', { body: { email, password: PASSWORD } });
};

const useSecondFactor = async (target: Target, keep: KeepSecret): Promise<void> => {
  const { call, must } = target;
  const owner = await target.teacher();
  const { token } = owner;
  const { uri } = await must<TotpSetup>('POST', '/api/auth/second-factor/setup', { token });
  keep('the address of an authenticator app', uri);
  const { secret, recoveryCodes } = await setUpSecondFactor(target, owner);
  keep('the secret of an authenticator app', secret);
  for (const [index, code] of recoveryCodes.entries()) keep(`recovery code ${index}`, code);
  const headers = await beginSignIn(target, owner);
  keep('a challenge of a sign-in', cookieValue(headers.cookie, 'qr_second_factor'));
  const path = '/api/auth/sign-in/second-factor';
  await call('POST', path, { headers, body: { recoveryCode: recoveryCodes[1], code: 'x', remember: 1 } });
  const body = { recoveryCode: recoveryCodes[0], remember: true };
  const finished = await call('POST', path, { headers, body });
  if (finished.status !== 200) throw new Error(`The second factor was answered by ${finished.status}.`);
  keep('a remembered browser', cookieValue(cookiesOf(finished.headers), 'qr_remembered'));
};

export const manageAccounts = async (
  target: Target,
  { email, token }: Person,
  keep: KeepSecret,
): Promise<string> => {
  const { must, call } = target;
  const succeed = (path: string, body: unknown) => must('POST', path, { token, body });
  const send = (path: string, body: unknown) => call('POST', path, { token, body });
  const admin = await createAdmin(target, keep);
  keep('access token of the administrator', admin.token);
  const invite = await must<{ code: string }>('POST', '/api/auth/invites', {
    token: admin.token,
    body: { note: 'Physics' },
  });
  const newTeacher = { userType: 'TEACHER', name: 'Nora', email: 'nora@campus.example', employeeId: 'E2' };
  await succeed('/api/auth/register', {
    ...newTeacher,
    department: 'Electronics',
    password: PASSWORD,
    inviteCode: keep('an invite code', invite.code),
  });
  await useSecondFactor(target, keep);
  await succeed('/api/auth/forgot-password', { email });
  const reset = keep('a link for a new password', await readResetToken(target.logFolder));
  await send('/api/auth/reset-password', { token: reset, password: 'short' });
  await must('POST', '/api/auth/reset-password', { body: { token: reset, password: NEW_PASSWORD } });
  await send('/api/auth/change-password', { currentPassword: WRONG_PASSWORD, newPassword: PASSWORD });
  return reset;
};
