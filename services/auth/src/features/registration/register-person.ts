import type { Institution, Registration, TeacherRegistration } from '@qr-attendance/contracts';
import { newSecret } from '@qr-attendance/server';
import { refuseWeakPassword } from '../../core/passwords/rules/weak-password.ts';
import type { SignInQueue } from '../../core/sign-in-queue/sign-in-queue.ts';
import type { AdmittedTeacher } from '../../core/email/rules/email.ts';
import { inviteHashOf, useInvite } from '../../core/invites/invites.ts';
import type { People } from '../../core/people/people.ts';
import { emailKeyOf } from '../../core/people/rules/fold-text.ts';
import { emailTakenError, type Person } from '../../core/people/rules/person.ts';
import type { Visit } from '../../core/sign-in-limits/rules/place.ts';
import type { TakenNumbers } from './taken-numbers.ts';
import type { CompletedSignIn } from '../../core/visits/visits.ts';
import type { Transaction } from '../../db/database.ts';
import { inviteListedPerson, type LateInvitationDeps } from './invite-people.ts';
import { asInstitutionAsks } from './rules/asked-by-institution.ts';
import { teacherRefusals } from './rules/teacher-refusals.ts';

const admission = (
  { teacherRegistration, clock }: Pick<RegistrationDeps, 'teacherRegistration' | 'clock'>,
  registration: Registration,
) => {
  if (registration.userType === 'STUDENT' || teacherRegistration === 'open') return async () => undefined;
  if (teacherRegistration === 'closed') throw teacherRefusals.closed();
  const { inviteCode } = registration;
  if (!inviteCode) throw teacherRefusals.missing();
  return async (transaction: Transaction) => {
    if (!(await useInvite(transaction, inviteHashOf(inviteCode), clock()))) throw teacherRefusals.invalid();
  };
};

/**
 * The role to which the registering person was admitted; the link for a person without an account contains
 * it.
 */
const admittedTeacherOf = (
  { teacherRegistration }: Pick<RegistrationDeps, 'teacherRegistration'>,
  registration: Registration,
): AdmittedTeacher | undefined => {
  if (registration.userType === 'STUDENT') return undefined;
  const { inviteCode } = registration;
  return teacherRegistration === 'invite' && inviteCode ? { inviteHash: inviteHashOf(inviteCode) } : {};
};

export interface RegistrationDeps extends LateInvitationDeps {
  people: People;
  signInQueue: SignInQueue;
  takenNumbers: TakenNumbers;
  wakeRelay: () => void;
  teacherRegistration: TeacherRegistration;
  institution: Pick<Institution, 'departments' | 'studentNumbers'>;
  clock: () => Date;
  sendFirstLink: (person: Person, place: { address: string; emailRequest: string }) => Promise<void>;
}

/** Called after the check of the address, so that a repeated registration reports the taken address first. */
const refuseTakenNumbers = async (
  { people, takenNumbers }: Pick<RegistrationDeps, 'people' | 'takenNumbers'>,
  registration: Registration,
  visit: Visit,
): Promise<void> => {
  if (registration.userType !== 'STUDENT' || !registration.refuseTakenNumbers) return;
  if (!(await people.findListed(emailKeyOf(registration.email))))
    await takenNumbers.refuse(registration, visit);
};

export const registerPerson = async (
  context: RegistrationDeps,
  registration: Registration,
  visit: Visit,
): Promise<CompletedSignIn> => {
  const { people, signInQueue, wakeRelay } = context;
  const checkedRegistration = asInstitutionAsks(registration, context.institution);
  const { password, ...form } = checkedRegistration;
  const admit = admission(context, registration);
  refuseWeakPassword(password, form);
  await refuseTakenNumbers(context, checkedRegistration, visit);
  const passwordHash = await signInQueue.hash(emailKeyOf(form.email), visit, password);
  const person = await people.create(form, passwordHash, admit);
  if (!person) {
    await inviteListedPerson(
      context,
      emailKeyOf(form.email),
      visit,
      admittedTeacherOf(context, registration),
    );
    throw emailTakenError();
  }
  wakeRelay();
  const emailRequest = newSecret();
  await context.sendFirstLink(person, { ...visit, emailRequest });
  return { person, isProof: true, emailRequest };
};
