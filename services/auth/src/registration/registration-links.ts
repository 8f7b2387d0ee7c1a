import { securityChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import type { Database } from '../db/database.ts';
import { REGISTRATION_LINK_HOURS } from '../email/rules/email.ts';
import { writeToOutbox } from '../events/outbox.ts';
import { changeUser } from '../passwords/accounts.ts';
import { type Person, studentSecurityOf } from '../people/rules/person.ts';
import { hashSecret, newSecret } from '../sign-in/rules/secret.ts';

interface NewLink {
  hash: string;
  userId: string;
  email: string;
  expiresAt: Date;
}

export interface Registering {
  name: string;
  passwordHash: string;
  student: { usn: string; regNo: string; department: string; semester: number } | undefined;
  teacher: { employeeId: string; department: string } | undefined;
}

export const createRegistrationLinks = (database: Database) => ({
  add: async ({ hash, userId, email, expiresAt }: NewLink): Promise<void> => {
    await database.$executeRaw`
      INSERT INTO registration_links (hash, user_id, email, expires_at)
      SELECT ${hash}, id, ${email}, ${expiresAt} FROM users
       WHERE id = ${userId}::uuid AND NOT registered AND erased_at IS NULL AND merged_into_id IS NULL FOR SHARE`;
  },
  /** A link is worthless once its person registered or has another address. */
  ownerOf: async (hash: string, now: Date): Promise<string | undefined> => {
    const [found] = await database.$queryRaw<{ user_id: string }[]>`
      SELECT l.user_id::text FROM registration_links l JOIN users u ON u.id = l.user_id AND u.email = l.email
       WHERE l.hash = ${hash} AND l.expires_at > ${now} AND NOT u.registered AND u.erased_at IS NULL
         AND u.merged_into_id IS NULL`;
    return found?.user_id;
  },
  /**
   * Uses up all links of the person, whose row is locked first: two of the links used at once would wait for each other.
   * @returns undefined if the link no longer works
   */
  register: (
    hash: string,
    { name, passwordHash, student, teacher }: Registering,
    now: Date,
  ): Promise<Person | undefined> =>
    database.$transaction(async (transaction) => {
      const [taken] = await transaction.$queryRaw<{ user_id: string }[]>`
        WITH owner AS (
          SELECT u.id FROM registration_links l, users u
           WHERE l.hash = ${hash} AND l.expires_at > ${now} AND u.id = l.user_id AND u.email = l.email
             AND NOT u.registered AND u.erased_at IS NULL AND u.suspended_at IS NULL
             AND u.merged_into_id IS NULL
             FOR UPDATE OF u
        )
        DELETE FROM registration_links l USING owner WHERE l.hash = ${hash} RETURNING l.user_id::text`;
      if (!taken) return undefined;
      const userId = taken.user_id;
      await transaction.registrationLink.deleteMany({ where: { userId } });
      if (student) await transaction.student.update({ where: { userId }, data: student });
      if (teacher) await transaction.teacher.update({ where: { userId }, data: teacher });
      const person = await changeUser(
        transaction,
        userId,
        { registered: false },
        { name, passwordHash, registered: true, emailVerified: true },
      );
      if (person?.details.userType === 'STUDENT')
        await writeToOutbox(
          transaction,
          createEvent(securityChanged, userId, studentSecurityOf(userId, person.details.student)),
        );
      return person;
    }),
});
export type RegistrationLinks = ReturnType<typeof createRegistrationLinks>;

const HOUR_MS = 3_600_000;

export const createRegistrationLink = async (
  {
    registrationLinks,
    publicOrigins,
    clock,
  }: { registrationLinks: RegistrationLinks; publicOrigins: string[]; clock: () => Date },
  person: { userId: string; email: string },
): Promise<string> => {
  const token = newSecret();
  const expiresAt = new Date(clock().getTime() + REGISTRATION_LINK_HOURS * HOUR_MS);
  await registrationLinks.add({ ...person, hash: hashSecret(token), expiresAt });
  return `${publicOrigins[0] ?? ''}/finish-registration#${token}`;
};
