import { DEFAULT_SECURITY_PREFERENCES } from '@qr-attendance/contracts';
import { securityChanged, userChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import type { Transaction } from '../../db/database.ts';
import { changeUser } from '../accounts/accounts.ts';
import { NO_PASSWORD } from '../passwords/hash-password.ts';
import { writeToOutbox } from '../events/outbox.ts';
import { toPerson, withDetails } from '../people/person-rows.ts';
import { emailKeyOf } from '../people/rules/fold-text.ts';
import { institutionKeyOf } from '../people/rules/judge-record.ts';
import { type Person, studentSecurityOf, userChangedOf } from '../people/rules/person.ts';
import type { StatedIdentity } from './rules/map-claims.ts';

const publishSecurity = async (transaction: Transaction, { id, details }: Person): Promise<void> => {
  if (details.userType !== 'STUDENT') return;
  await writeToOutbox(transaction, createEvent(securityChanged, id, studentSecurityOf(id, details.student)));
};

/** Registers a person from the institution's records without a password. */
export const registerMet = async (
  transaction: Transaction,
  { id: userId, email }: Person,
  stated: StatedIdentity,
): Promise<Person> => {
  // The address is verified if the institution's records and the provider agree on it.
  const emailVerified =
    stated.isEmailConfirmed && stated.email !== null && emailKeyOf(stated.email) === emailKeyOf(email);
  await transaction.registrationLink.deleteMany({ where: { userId } });
  await transaction.mail.deleteMany({ where: { userId, kind: 'registration_link' } });
  const person = await changeUser(
    transaction,
    userId,
    { registered: false },
    { registered: true, ...(emailVerified && { emailVerified }) },
  );
  if (!person) throw new Error(`person ${userId} is locked, but has registered meanwhile`);
  await publishSecurity(transaction, person);
  return person;
};

/** Creates a person who is in no records of the institution. Details that the provider does not state stay empty. */
export const createStatedPerson = async (
  transaction: Transaction,
  { institutionId, isEmailConfirmed, userType }: StatedIdentity,
  { name, email }: { name: string; email: string },
): Promise<Person> => {
  const student = { usn: '', regNo: '', department: '', ...DEFAULT_SECURITY_PREFERENCES };
  const row = await transaction.user.create({
    data: {
      name,
      email,
      emailKey: emailKeyOf(email),
      emailVerified: isEmailConfirmed,
      userType,
      passwordHash: NO_PASSWORD,
      institutionId,
      institutionKey: institutionId === null ? null : institutionKeyOf(institutionId),
      ...(userType === 'TEACHER'
        ? { teacher: { create: { employeeId: '', department: '' } } }
        : { student: { create: student } }),
    },
    include: withDetails,
  });
  const person = toPerson(row);
  await writeToOutbox(transaction, createEvent(userChanged, person.id, userChangedOf(person)));
  await publishSecurity(transaction, person);
  return person;
};
