import { DEFAULT_SECURITY_PREFERENCES, type Registration } from '@qr-attendance/contracts';
import { securityChanged, userChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { createBatcher, type RejectionList } from '@qr-attendance/server';
import {
  type Database,
  isUniqueViolation,
  MIN_STATEMENT_INTERVAL_MS,
  type Transaction,
} from '../../db/database.ts';
import { writeToOutbox } from '../events/outbox.ts';
import { toPerson, withDetails } from './person-rows.ts';
import { emailKeyOf } from './rules/fold-text.ts';
import { institutionKeyOf } from './rules/judge-record.ts';
import type { MailLanguage } from './rules/language.ts';
import { type Person, studentSecurityOf, userChangedOf } from './rules/person.ts';

export interface NewAdmin {
  userType: 'ADMIN';
  name: string;
  email: string;
}
type NewPerson = Omit<Extract<Registration, { userType: 'STUDENT' }>, 'password'>;
type NewTeacher = Omit<Extract<Registration, { userType: 'TEACHER' }>, 'password'>;

const detailsOf = (person: NewPerson | NewTeacher | NewAdmin) => {
  switch (person.userType) {
    case 'ADMIN':
      return {};
    case 'TEACHER': {
      const { employeeId, department } = person;
      return { teacher: { create: { employeeId, department } } };
    }
    case 'STUDENT': {
      const { usn = '', regNo = '', department, semester } = person;
      return {
        student: { create: { usn, regNo, department, semester, ...DEFAULT_SECURITY_PREFERENCES } },
      };
    }
  }
};

export const createPerson = async (
  transaction: Transaction,
  person: NewPerson | NewTeacher | NewAdmin,
  passwordHash: string,
  // Operators vouch for an administrator's address, because they hand over the link.
  emailVerified = person.userType === 'ADMIN',
): Promise<Person> => {
  const { name, email, userType } = person;
  const row = await transaction.user.create({
    data: {
      name,
      email,
      emailKey: emailKeyOf(email),
      emailVerified,
      userType,
      passwordHash,
      ...detailsOf(person),
    },
    include: withDetails,
  });
  const created = toPerson(row);
  await writeToOutbox(transaction, createEvent(userChanged, created.id, userChangedOf(created)));
  if (created.details.userType === 'STUDENT') {
    const security = studentSecurityOf(created.id, created.details.student);
    await writeToOutbox(transaction, createEvent(securityChanged, created.id, security));
  }
  return created;
};

export interface FoundPerson {
  person: Person;
  passwordHash: string;
}

const MAX_CONCURRENT = 64;

export const createPeople = (database: Database) => {
  const find = async (where: { id: string }): Promise<FoundPerson | undefined> => {
    const row = await database.user.findUnique({ where, include: withDetails });
    return row ? { person: toPerson(row), passwordHash: row.passwordHash } : undefined;
  };
  const findListed = createBatcher<string, FoundPerson | undefined>(
    async (emailKeys) => {
      const rows = await database.user.findMany({
        where: { emailKey: { in: [...emailKeys] } },
        include: withDetails,
      });
      const byKey = new Map(
        rows.map((row) => [row.emailKey, { person: toPerson(row), passwordHash: row.passwordHash }]),
      );
      return emailKeys.map((emailKey) => byKey.get(emailKey));
    },
    MAX_CONCURRENT,
    MIN_STATEMENT_INTERVAL_MS,
  );
  return {
    findById: async (id: string): Promise<Person | undefined> => (await find({ id }))?.person,
    findByIds: async (ids: string[]): Promise<Person[]> => {
      const rows = await database.user.findMany({ where: { id: { in: ids } }, include: withDetails });
      return rows.map(toPerson);
    },
    /**
     * Finds a teacher by the institution's address or id, else by a verified address or employee number. Teachers type
     * their employee numbers themselves, so a number that several verified teachers share is ambiguous and matches
     * nobody, and a number that looks like an email address is ignored.
     */
    findTeacherId: async (emailOrNumber: string): Promise<string | undefined> => {
      const typed = emailOrNumber.trim();
      if (typed === '') return undefined;
      const active = { userType: 'TEACHER', suspendedAt: null, erasedAt: null, withdrawnAt: null } as const;
      const isAddress = typed.includes('@');
      const key = isAddress ? { emailKey: emailKeyOf(typed) } : { institutionKey: institutionKeyOf(typed) };
      const recorded = await database.user.findFirst({
        where: { ...active, ...key, institutionId: { not: null } },
        select: { id: true },
      });
      if (recorded) return recorded.id;
      const number = isAddress ? key : { teacher: { employeeId: typed } };
      const verified = await database.user.findMany({
        where: { ...active, ...number, emailVerified: true },
        select: { id: true },
        take: 2,
      });
      return verified.length === 1 ? verified[0]?.id : undefined;
    },
    findWithPassword: (id: string): Promise<FoundPerson | undefined> => find({ id }),
    /** Finds only accounts: people who have not registered are treated like unknown people. */
    findByEmailKey: async (emailKey: string): Promise<FoundPerson | undefined> => {
      const found = await findListed(emailKey);
      return found?.person.registered ? found : undefined;
    },
    /** Includes people who have not registered. */
    findListed,
    /**
     * @param beforehand must succeed in the same transaction
     * @returns undefined if the email address is taken
     */
    create: async (
      person: NewPerson | NewTeacher,
      passwordHash: string,
      beforehand: (transaction: Transaction) => Promise<void>,
    ): Promise<Person | undefined> => {
      try {
        return await database.$transaction(async (transaction) => {
          await beforehand(transaction);
          return await createPerson(transaction, person, passwordHash);
        });
      } catch (error) {
        if (isUniqueViolation(error)) return undefined;
        throw error;
      }
    },
    keepLanguage: async (id: string, language: MailLanguage): Promise<void> => {
      await database.user.updateMany({ where: { id, erasedAt: null }, data: { language } });
    },
    /**
     * People whose unexpired access tokens must be rejected: suspended, erased and merged people, and those
     * who signed out everywhere.
     */
    refusals: async (): Promise<RejectionList> => {
      const rows = await database.user.findMany({
        where: { signedOutUntil: { gt: new Date() } },
        select: { id: true, signOuts: true, suspendedAt: true, erasedAt: true, mergedIntoId: true },
      });
      return {
        suspended: rows
          .filter(({ suspendedAt, erasedAt, mergedIntoId }) => suspendedAt ?? erasedAt ?? mergedIntoId)
          .map(({ id }) => id),
        signedOut: rows.map(({ id, signOuts }) => ({ userId: id, times: signOuts })),
      };
    },
  };
};
export type People = ReturnType<typeof createPeople>;
