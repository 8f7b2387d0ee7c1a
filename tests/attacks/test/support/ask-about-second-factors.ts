import type { PasskeyCreationOptions } from '@qr-attendance/contracts';
import { createPasskey, totpCodeOf } from '@qr-attendance/test-kit';
import type { Person } from '../../src/target/people.ts';
import { setUpSecondFactor } from '../../src/target/second-factors.ts';
import type { CreateRequest } from './ask.ts';
import type { Campus } from './campus.ts';
import type { CallerName } from './role-table.ts';

const NO_CHALLENGE = { body: { code: '000000', remember: false } };

export const twinOf = async (
  { people, createAdmin }: Campus,
  caller: CallerName,
): Promise<Person | undefined> => {
  if (caller === 'admin') return createAdmin();
  if (caller.endsWith('student')) return people.student();
  return caller.endsWith('teacher') ? people.teacher() : undefined;
};

/** For a new account, whose next code is valid already. */
const withFactor: CreateRequest = async (campus, caller) => {
  const as = await twinOf(campus, caller);
  if (!as) return { body: { code: '000000' } };
  const { secret } = await setUpSecondFactor(campus.people, as);
  return { as, body: { code: totpCodeOf(secret, 1) } };
};

export const askAboutSecondFactors: Record<string, CreateRequest> = {
  'POST /api/auth/second-factor/setup': async (campus, caller) => ({ as: await twinOf(campus, caller) }),
  'POST /api/auth/second-factor': async (campus, caller) => {
    const as = await twinOf(campus, caller);
    if (!as) return { body: { code: '000000' } };
    const path = '/api/auth/second-factor/setup';
    const { secret } = await campus.people.must<{ secret: string }>('POST', path, { token: as.token });
    return { as, body: { code: totpCodeOf(secret) } };
  },
  'POST /api/auth/second-factor/recovery-codes': withFactor,
  'POST /api/auth/second-factor/forget-browsers': withFactor,
  'POST /api/auth/second-factor/proof': withFactor,
  'DELETE /api/auth/second-factor': withFactor,
  'DELETE /api/auth/second-factor/app': async (campus, caller) => {
    const { as } = await withFactor(campus, caller);
    if (!as) return {};
    const { token } = as;
    const headers = { origin: campus.publicOrigin };
    const path = '/api/auth/passkeys/registration-options';
    const options = await campus.people.must<PasskeyCreationOptions>('POST', path, { token, headers });
    const newPasskey = createPasskey().register(options, headers);
    await campus.people.must('POST', '/api/auth/second-factor', { token, body: { name: 'Key', newPasskey } });
    return { as };
  },
  'POST /api/auth/sign-in/second-factor': () => NO_CHALLENGE,
  'POST /api/auth/sign-in/second-factor/activation': () => NO_CHALLENGE,
  'POST /api/auth/people/:id/reset-second-factor': async ({ people }) => {
    const student = await people.student();
    await setUpSecondFactor(people, student);
    return { params: { id: student.id }, body: { reason: 'A lost phone' } };
  },
};
