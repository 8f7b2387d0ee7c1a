import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes, type RouteContract, routes, type UserType } from '@qr-attendance/contracts';
import { startServices, type TestServices } from '@qr-attendance/test-kit';

const ROLE: Record<string, UserType> = {
  teacher: 'TEACHER',
  staff: 'ADMIN',
  admin: 'ADMIN',
  student: 'STUDENT',
  'signed-in': 'STUDENT',
};
const powerful = allRoutes
  .filter(({ proof }) => proof === 'fresh')
  .map((route): [string, RouteContract] => [`${route.method.toUpperCase()} ${route.path}`, route]);

/** Actions that would help a thief of a signed-in device. Tests of the services show the conditions. */
const actions: [action: string, route: RouteContract, proof: RouteContract['proof']][] = [
  // The first PIN and the first device need none just after a sign-in through a provider, nor does a device that only
  // changes its id or name.
  ['a new PIN', routes.auth.setPin, 'conditional'],
  ['a new device', routes.auth.registerDevice, 'conditional'],
  ['removing a device', routes.auth.removeDevice, 'fresh'],
  ['a new passkey', routes.auth.addPasskey, 'fresh'],
  ['a new passkey, at its start', routes.auth.startPasskeyRegistration, 'fresh'],
  ['removing a passkey', routes.auth.removePasskey, 'fresh'],
  ['a new authenticator app, at its start', routes.auth.startSecondFactor, 'fresh'],
  ['a new second factor', routes.auth.activateSecondFactor, 'fresh'],
  ['removing the authenticator app', routes.auth.removeAuthenticatorApp, 'fresh'],
  ['removing the second factor', routes.auth.removeSecondFactor, 'fresh'],
  ['new recovery codes', routes.auth.renewRecoveryCodes, 'fresh'],
  ['removing what a previous user has set up', routes.auth.dropFromAccount, 'conditional'],
  // Stricter checks need none.
  ['fewer checks', routes.auth.updateSecurity, 'conditional'],
  ['another way to sign in', routes.auth.linkIdentity, 'fresh'],
  ['a role in a course', routes.course.addStaff, 'fresh'],
  ['a role in a unit', routes.course.addUnitStaff, 'fresh'],
  ['an invite code for a teacher', routes.auth.createInvite, 'fresh'],
  ['undoing an import', routes.course.undoImport, 'fresh'],
  ['an export of personal data of the account', routes.auth.getMyAccountData, 'fresh'],
  ['an export of personal data in courses', routes.course.getMyCourseData, 'fresh'],
  ['an export of personal data in sessions', routes.session.getMySessionData, 'fresh'],
  ['an export of personal data in attendance', routes.attendance.getMyAttendanceData, 'fresh'],
];
it.each(actions)('%s needs a fresh proof', (_action, { proof }, expected) => {
  expect(proof).toBe(expected);
});

describe('an access token without a recent proof', () => {
  let services: TestServices;
  beforeAll(async () => {
    services = await startServices(['auth', 'course', 'session', 'attendance']);
  });
  afterAll(() => services.stop());

  it.each(powerful)('cannot call %s', async (_name, { service, method, path, access }) => {
    if (service === 'gateway') throw new Error('the gateway grants nothing');
    const person = { id: randomUUID(), name: 'Mallory', userType: ROLE[access] ?? 'ADMIN' };
    const send = async (proven: boolean) => {
      const headers = { authorization: `Bearer ${services.tokenFor({ ...person, proven })}` };
      const url = services.urls[service] + path.replace(/:\w+/g, 'any');
      const response = await fetch(url, { method: method.toUpperCase(), headers });
      return JSON.stringify(await response.json().catch(() => ({})));
    };
    expect(await send(false)).toContain('fresh_proof_required');
    expect(await send(true)).not.toContain('fresh_proof_required');
  });
});
