import type { Registration, TeacherRegistration } from '@qr-attendance/contracts';
import type { OutboxRelay } from '@qr-attendance/messaging';
import { DomainError } from '@qr-attendance/server';
import type { Transaction } from '../db/database.ts';
import { useInvite } from '../admin/invites.ts';
import type { People } from '../people/people.ts';
import { refuseWeakPassword } from '../passwords/rules/password-rules.ts';
import { emailKeyOf } from '../people/rules/email-key.ts';
import type { Visit } from '../guess-limits/rules/place.ts';
import type { PasswordQueue } from '../password-queue/password-queue.ts';
import type { GuardPassword } from '../guess-limits/guard-password.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';

interface Deps {
  people: People;
  guard: GuardPassword;
  passwords: PasswordQueue;
  relay: OutboxRelay;
  teacherRegistration: TeacherRegistration;
}
const refusals = {
  closed: () =>
    new DomainError(
      'forbidden',
      'registration_closed',
      'Teachers do not register themselves here. Please ask your institution for an account.',
    ),
  missing: () =>
    new DomainError(
      'forbidden',
      'invite_required',
      'Teachers need an invite code to register. Please ask your institution for one.',
    ),
  worthless: () =>
    new DomainError(
      'forbidden',
      'invite_invalid',
      'This invite code is wrong, used up or expired. Please ask your institution for another one.',
    ),
};

/** What must be in order before an account is made, in the transaction that makes it. */
const admission = (registration: Registration, policy: TeacherRegistration) => {
  if (registration.userType === 'STUDENT' || policy === 'open') return async () => undefined;
  if (policy === 'closed') throw refusals.closed();
  const { inviteCode } = registration;
  if (!inviteCode) throw refusals.missing();
  return async (transaction: Transaction) => {
    if (!(await useInvite(transaction, inviteCode, new Date()))) throw refusals.worthless();
  };
};

export const makeRegisterPerson =
  ({ people, guard, passwords, relay, teacherRegistration }: Deps) =>
  async (registration: Registration, visit: Visit): Promise<SignedIn> => {
    const { password, ...form } = registration;
    const admit = admission(registration, teacherRegistration);
    refuseWeakPassword(password, form);
    const passwordHash = await passwords.inTurn(emailKeyOf(form.email), visit, (turn) => turn.hash(password));
    const person = await people.create(form, passwordHash, admit);
    if (!person)
      throw new DomainError('conflict', 'email_taken', 'An account with this e-mail address already exists.');
    relay.wake();
    return { person, browser: await guard.trust(person.id, visit) };
  };
