import { routes, type RegisteredDevice, type SecurityPreferences } from '@qr-attendance/contracts';
import { implement, type Implementation, notFound, DomainError } from '@qr-attendance/server';
import type { NewDevice } from '../devices/rules/device.ts';
import { profileOf, studentSecurityOf, userChangedOf, userOf, type Person } from './rules/person.ts';

interface Deps {
  findPerson: (id: string) => Promise<Person | undefined>;
  changePreferences: (studentId: string, preferences: SecurityPreferences) => Promise<SecurityPreferences>;
  setPin: (studentId: string, pin: string) => Promise<void>;
  registerDevice: (studentId: string, device: NewDevice) => Promise<RegisteredDevice[]>;
  removeDevice: (studentId: string, deviceId: string) => Promise<RegisteredDevice[]>;
  setSelfieConsent: (studentId: string, given: boolean) => Promise<Date | null>;
}

/** A person's own account, and what other services may know of people. */
export const makePersonRoutes = ({
  findPerson,
  changePreferences,
  setPin,
  registerDevice,
  removeDevice,
  setSelfieConsent,
}: Deps): Implementation[] => [
  implement(routes.auth.getMe, async ({ caller }) => {
    const person = await findPerson(caller.id);
    if (!person) throw new DomainError('unauthenticated', 'signed_out', 'Please sign in again.');
    return { user: userOf(person), profile: profileOf(person) };
  }),
  implement(routes.auth.updateSecurity, async ({ caller, body }) => ({
    securityPreferences: await changePreferences(caller.id, body.securityPreferences),
  })),
  implement(routes.auth.setPin, async ({ caller, body }) => {
    await setPin(caller.id, body.pin);
    return { hasPin: true as const };
  }),
  implement(routes.auth.registerDevice, ({ caller, body }) => registerDevice(caller.id, body)),
  implement(routes.auth.removeDevice, ({ caller, params }) => removeDevice(caller.id, params.deviceId)),
  implement(routes.auth.setSelfieConsent, async ({ caller, body }) => {
    const since = await setSelfieConsent(caller.id, body.given);
    return { selfieConsentAt: since?.toISOString() ?? null };
  }),
  implement(routes.auth.getUserInternal, async ({ params }) => {
    const person = await findPerson(params.id);
    if (!person) throw notFound('User');
    return userChangedOf(person);
  }),
  implement(routes.auth.getStudentSecurityInternal, async ({ params }) => {
    const person = await findPerson(params.id);
    if (person?.details.userType !== 'STUDENT') throw notFound('Student');
    return studentSecurityOf(person.id, person.details.student);
  }),
];
