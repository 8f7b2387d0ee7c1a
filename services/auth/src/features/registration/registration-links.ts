import { securityChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { hashSecret, newSecret } from '@qr-attendance/server';
import { changeUser } from '../../core/accounts/accounts.ts';
import { type AdmittedTeacher, REGISTRATION_LINK_HOURS } from '../../core/email/rules/email.ts';
import { erase } from '../../core/erasure/erasure.ts';
import { writeToOutbox } from '../../core/events/outbox.ts';
import { useInvite } from '../../core/invites/invites.ts';
import { createPerson } from '../../core/people/people.ts';
import { type Person, studentSecurityOf } from '../../core/people/rules/person.ts';
import { removeSecondFactorOf } from '../../core/second-factor/second-factors.ts';
import type { Database } from '../../db/database.ts';
import { Prisma } from '../../db/generated/client.ts';
import { teacherRefusals } from './rules/teacher-refusals.ts';

interface NewLink {
  hash: string;
  userId: string;
  email: string;
  teacher?: AdmittedTeacher | undefined;
  expiresAt: Date;
}
interface LinkOwner {
  userId: string;
  teacher: AdmittedTeacher | undefined;
}
interface Row {
  user_id: string;
  teacher: boolean;
  invite_hash: string | null;
}
const toOwner = ({ user_id, teacher, invite_hash }: Row): LinkOwner => ({
  userId: user_id,
  teacher: teacher ? { ...(invite_hash !== null && { inviteHash: invite_hash }) } : undefined,
});
/**
 * A teacher may only replace a student for whom neither the institution nor the owner of the address vouches.
 */
const IS_VALID = Prisma.sql`
  u.erased_at IS NULL AND u.withdrawn_at IS NULL AND u.merged_into_id IS NULL
  AND CASE WHEN l.teacher THEN u.user_type = 'STUDENT' AND u.institution_id IS NULL AND NOT (u.registered AND u.email_verified)
           ELSE NOT u.registered END`;

export interface RegistrationDetails {
  name: string;
  passwordHash: string;
  student: { usn: string; regNo: string; department: string; semester: number } | undefined;
  teacher: { employeeId: string; department: string } | undefined;
}

export const createRegistrationLinks = (database: Database, minutes: number) => ({
  add: async ({ hash, userId, email, teacher, expiresAt }: NewLink): Promise<void> => {
    const [isTeacher, inviteHash] = [teacher !== undefined, teacher?.inviteHash ?? null];
    await database.$executeRaw`
      INSERT INTO registration_links (hash, user_id, email, teacher, invite_hash, expires_at)
      SELECT ${hash}, id, ${email}, ${isTeacher}, ${inviteHash}, ${expiresAt} FROM users
       WHERE id = ${userId}::uuid AND (${isTeacher} OR NOT registered) AND erased_at IS NULL
         AND withdrawn_at IS NULL AND merged_into_id IS NULL FOR SHARE`;
  },
  /** A link is invalid once its person has registered or has another address. */
  ownerOf: async (hash: string, now: Date): Promise<LinkOwner | undefined> => {
    const [row] = await database.$queryRaw<Row[]>`
      SELECT l.user_id::text, l.teacher, l.invite_hash
        FROM registration_links l JOIN users u ON u.id = l.user_id AND u.email = l.email
       WHERE l.hash = ${hash} AND l.expires_at > ${now} AND ${IS_VALID}`;
    return row && toOwner(row);
  },
  /**
   * Uses up all links of the person. Locks the person's row first, because two links used at once would
   * otherwise deadlock.
   * @returns undefined if the link is no longer valid
   */
  register: (
    hash: string,
    { name, passwordHash, student, teacher }: RegistrationDetails,
    now: Date,
  ): Promise<Person | undefined> =>
    database.$transaction(async (transaction) => {
      const [taken] = await transaction.$queryRaw<(Row & { email: string })[]>`
        WITH owner AS (
          SELECT u.id FROM registration_links l, users u
           WHERE l.hash = ${hash} AND l.expires_at > ${now} AND u.id = l.user_id AND u.email = l.email
             AND u.suspended_at IS NULL AND ${IS_VALID}
             FOR UPDATE OF u
        )
        DELETE FROM registration_links l USING owner WHERE l.hash = ${hash}
        RETURNING l.user_id::text, l.email, l.teacher, l.invite_hash`;
      if (!taken) return undefined;
      const { userId, teacher: admitted } = toOwner(taken);
      if (admitted && teacher) {
        const { inviteHash } = admitted;
        if (inviteHash !== undefined && !(await useInvite(transaction, inviteHash, now)))
          throw teacherRefusals.invalid();
        await erase(transaction, userId, minutes);
        const newTeacher = { userType: 'TEACHER', name, email: taken.email, ...teacher } as const;
        return createPerson(transaction, newTeacher, passwordHash, true);
      }
      await transaction.registrationLink.deleteMany({ where: { userId } });
      // Somebody else may have owned the account before it was closed.
      await removeSecondFactorOf(transaction, userId);
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
  person: Pick<NewLink, 'userId' | 'email' | 'teacher'>,
): Promise<string> => {
  const token = newSecret();
  const expiresAt = new Date(clock().getTime() + REGISTRATION_LINK_HOURS * HOUR_MS);
  await registrationLinks.add({ ...person, hash: hashSecret(token), expiresAt });
  return `${publicOrigins[0] ?? ''}/finish-registration#${token}`;
};
