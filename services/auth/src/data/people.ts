import { DEFAULT_SECURITY_PREFERENCES, type Registration } from '@qr-attendance/contracts';
import { securityChanged, userChanged } from '@qr-attendance/contracts/events';
import { makeEvent } from '@qr-attendance/service-kit';
import { emailKeyOf } from '../domain/email-key.ts';
import { studentSecurityOf, userChangedOf, type Person } from '../domain/person.ts';
import { isUniqueViolation, type Database } from './database.ts';
import { writeToOutbox } from './outbox.ts';
import { toPerson, withDetails } from './person-rows.ts';

const detailsOf = (registration: Registration) => {
  if (registration.userType === 'TEACHER') {
    const { employeeId, department } = registration;
    return { teacher: { create: { employeeId, department } } };
  }
  const { usn, regNo, department, semester } = registration;
  return {
    student: { create: { usn, regNo, department, semester, ...DEFAULT_SECURITY_PREFERENCES } },
  };
};

export const makePeople = (database: Database) => ({
  findById: async (id: string): Promise<Person | undefined> => {
    const row = await database.user.findUnique({ where: { id }, include: withDetails });
    return row ? toPerson(row) : undefined;
  },

  findByEmail: async (email: string): Promise<{ person: Person; passwordHash: string } | undefined> => {
    const row = await database.user.findUnique({
      where: { emailKey: emailKeyOf(email) },
      include: withDetails,
    });
    return row ? { person: toPerson(row), passwordHash: row.passwordHash } : undefined;
  },

  /** @returns undefined when the e-mail address is taken */
  create: async (registration: Registration, passwordHash: string): Promise<Person | undefined> => {
    const { name, email, userType } = registration;
    try {
      return await database.$transaction(async (transaction) => {
        const row = await transaction.user.create({
          data: {
            name,
            email,
            emailKey: emailKeyOf(email),
            userType,
            passwordHash,
            ...detailsOf(registration),
          },
          include: withDetails,
        });
        const person = toPerson(row);
        await writeToOutbox(transaction, makeEvent(userChanged, person.id, userChangedOf(person)));
        if (person.details.userType === 'STUDENT') {
          const security = studentSecurityOf(person.id, person.details.student);
          await writeToOutbox(transaction, makeEvent(securityChanged, person.id, security));
        }
        return person;
      });
    } catch (error) {
      if (isUniqueViolation(error)) return undefined;
      throw error;
    }
  },
});
export type People = ReturnType<typeof makePeople>;
