import { randomUUID } from 'node:crypto';
import type { PasskeyCreationOptions } from '@qr-attendance/contracts';
import { createDevice, createPasskey } from '@qr-attendance/test-kit';
import { PASSWORD, PIN, type Person } from '../../src/target/people.ts';
import type { RequestInput, CreateRequest } from './ask.ts';
import { twinOf } from './ask-about-second-factors.ts';
import { OWN_PAGE, type Campus } from './campus.ts';

const reason = 'As agreed';
const NOTHING_REQUIRED = {
  requirePin: false,
  requireBiometric: false,
  requireDeviceVerification: false,
  requireSelfie: false,
};
const passkeyOf = async ({ people, publicOrigin }: Campus, { token }: Person) => {
  const path = '/api/auth/passkeys/registration-options';
  const headers = { origin: publicOrigin };
  const options = await people.must<PasskeyCreationOptions>('POST', path, { token, headers });
  return { name: 'Phone', credential: createPasskey().register(options, { origin: publicOrigin }) };
};
export const addPasskey = async (campus: Campus, person: Person): Promise<void> => {
  const body = await passkeyOf(campus, person);
  await campus.people.must('POST', '/api/auth/passkeys', { token: person.token, body });
};
const newDevice = () => {
  const { deviceId, publicKey } = createDevice();
  return { deviceId, deviceName: 'Tablet', publicKey };
};
/** Registering the same device again changes nothing; a student may have only three devices. */
const tablet = newDevice();
const newTeacher = () => ({
  userType: 'TEACHER',
  name: 'Nora New',
  email: `${randomUUID()}@campus.example`,
  password: PASSWORD,
  employeeId: 'E2',
  department: 'Electronics',
});
const createInvite = ({ people, admin }: Campus) =>
  people.must<{ id: string }>('POST', '/api/auth/invites', { token: admin.token, body: { note: 'Physics' } });
const ofStudent = ({ student }: Campus): RequestInput => ({ params: { id: student.id } });
/** A new account for each call, because the action cannot be repeated on the same account. */
const onNewAccount = async ({ people }: Campus): Promise<RequestInput> => ({
  params: { id: (await people.student()).id },
  body: { reason },
});

const mergeNewAccounts = async ({ people }: Campus) => ({
  params: { id: (await people.student()).id },
  body: { reason, into: (await people.student()).id },
});

export const askAboutPeople: Record<string, CreateRequest> = {
  'PUT /internal/people': () => ({
    body: {
      run: randomUUID(),
      people: [
        {
          institutionId: 'q-1',
          name: 'Rosa Rostered',
          email: `${randomUUID()}@campus.example`,
          role: 'student',
        },
      ],
    },
  }),
  'POST /internal/people/find': () => ({ body: { institutionIds: ['q-1'] } }),
  'POST /internal/students': () => ({ body: { people: [], by: randomUUID(), preview: true } }),
  'POST /internal/students/find': () => ({ body: { people: ['nobody'] } }),
  'POST /internal/people/statements': () => ({ body: { institutionIds: ['q-1'] } }),
  'POST /internal/people/invite': ({ student, admin }) => ({ body: { ids: [student.id], by: admin.id } }),
  'POST /api/auth/people/:id/invite': ofStudent,
  'POST /api/auth/registration-link/open': () => ({ body: { token: 'nobody was sent this' } }),
  'POST /api/auth/registration-link/finish': () => ({
    body: { token: 'nobody was sent this', password: PASSWORD },
  }),
  'POST /internal/people/undo': () => ({ body: { run: randomUUID(), institutionIds: ['q-2'] } }),
  'POST /internal/teachers/find': ({ colleague }) => ({ body: { person: colleague.email } }),
  'POST /api/auth/register': () => ({ body: newTeacher() }),
  'POST /api/auth/login': ({ student: { email } }) => ({ body: { email, password: PASSWORD } }),
  'POST /api/auth/refresh': async (campus, caller) => {
    const { admin, persons, signIn } = campus;
    if (caller === 'admin') return { headers: { ...OWN_PAGE, cookie: (await signIn(admin)).cookie } };
    const somebody = caller === 'suspended' ? persons.suspended : await twinOf(campus, caller);
    return { headers: { ...OWN_PAGE, cookie: somebody?.cookie ?? '' } };
  },
  'POST /api/auth/refresh/revoke': () => ({ headers: OWN_PAGE }),
  'POST /api/auth/forgot-password': ({ student: { email } }) => ({ body: { email } }),
  'POST /api/auth/sign-in-link': ({ student: { email } }) => ({ body: { email } }),
  'POST /api/auth/sign-in-link/redeem': () => ({ body: { token: 'never mailed' } }),
  'POST /api/auth/reset-password': () => ({ body: { token: 'never mailed', password: PASSWORD } }),
  'POST /api/auth/change-password': async (campus, caller) => ({
    as: await twinOf(campus, caller),
    body: { currentPassword: PASSWORD, newPassword: PASSWORD },
  }),
  'POST /api/auth/account-check': () => ({ body: {} }),
  'POST /api/auth/email-address/verify': () => ({ body: { token: 'never mailed' } }),
  'GET /api/auth/notices/unsubscribe': () => ({ query: { token: 'never mailed' } }),
  'POST /api/auth/notices/unsubscribe': () => ({ query: { token: 'never mailed' } }),
  'PUT /api/auth/notices/:kind': () => ({ params: { kind: 'status_changed' }, body: { on: true } }),
  'POST /api/auth/email-address/change': async (campus, caller) => ({
    as: await twinOf(campus, caller),
    body: { email: `${randomUUID()}@campus.example`, password: PASSWORD },
  }),
  'POST /api/auth/confirm-password': () => ({ body: { password: PASSWORD } }),
  'POST /api/auth/sign-out-elsewhere': async (campus, caller) => ({ as: await twinOf(campus, caller) }),
  'POST /api/auth/extend-sign-in': () => ({}),
  'POST /api/auth/sign-out-everywhere': async (campus, caller) => ({ as: await twinOf(campus, caller) }),
  'POST /api/auth/erase-me': async (campus, caller) => ({
    as: await twinOf(campus, caller),
    body: { password: PASSWORD },
  }),
  'POST /api/auth/update-security': () => ({ body: { securityPreferences: NOTHING_REQUIRED } }),
  'POST /api/auth/set-pin': () => ({ body: { pin: PIN } }),
  'POST /api/auth/selfie-consent': () => ({ body: { given: true } }),
  'POST /api/auth/register-device': () => ({ body: newDevice() }),
  'DELETE /api/auth/devices/:deviceId': async ({ people, student: { token } }) => {
    const body = tablet;
    await people.must('POST', '/api/auth/register-device', { token, body });
    return { params: { deviceId: body.deviceId } };
  },
  'POST /api/auth/passkeys/registration-options': ({ publicOrigin }) => ({
    headers: { origin: publicOrigin },
  }),
  'POST /api/auth/passkeys': async (campus, caller) => ({
    body: await passkeyOf(campus, caller === 'other student' ? campus.otherStudent : campus.student),
  }),
  'POST /api/auth/passkeys/proof-options': async (campus, caller) => {
    if (!caller.endsWith('student')) return {};
    const as = await campus.people.student();
    await addPasskey(campus, as);
    return { as, headers: { origin: campus.publicOrigin } };
  },
  'POST /api/auth/passkeys/proof': () => ({
    body: {
      credential: createPasskey().assert({
        challenge: 'AAAA',
        rpId: 'localhost',
        origin: 'http://localhost',
      }),
    },
  }),
  'DELETE /api/auth/passkeys/:id': async (campus) => {
    const { people, student } = campus;
    const body = await passkeyOf(campus, student);
    const made = await people.must<{ id: string }[]>('POST', '/api/auth/passkeys', {
      token: student.token,
      body,
    });
    return { params: { id: made.at(-1)?.id ?? '' } };
  },
  'GET /internal/users/:id': ofStudent,
  'POST /internal/users/list': ({ student }) => ({ body: { ids: [student.id] } }),
  'GET /internal/students/:id/security': ofStudent,
  'POST /internal/students/:id/proofs/:kind/:proofId/confirm': ({ student: { id, device } }) => ({
    params: { id, kind: 'device', proofId: device.deviceId },
  }),
  'POST /internal/students/:id/pin-verifier/renew': ({ student: { id } }) => ({
    params: { id },
    body: { from: { salt: 'a', hash: 'b' }, to: { salt: 'c', hash: '2:d' } },
  }),
  'POST /api/auth/invites': () => ({ body: { note: 'Physics' } }),
  'DELETE /api/auth/invites/:id': async (campus) => ({ params: { id: (await createInvite(campus)).id } }),
  'POST /api/auth/people/:id/suspend': onNewAccount,
  'POST /api/auth/people/:id/restore': onNewAccount,
  'GET /api/auth/people/:id/merge': async (campus) => {
    const { params, body } = await mergeNewAccounts(campus);
    return { params, query: { into: body.into } };
  },
  'POST /api/auth/people/:id/merge': mergeNewAccounts,
  'POST /api/auth/people/:id/undo-merge': onNewAccount,
  'POST /api/auth/people/:id/reset-devices': onNewAccount,
  'POST /api/auth/people/:id/confirm-proofs': onNewAccount,
  'POST /api/auth/people/:id/erase': onNewAccount,
};
