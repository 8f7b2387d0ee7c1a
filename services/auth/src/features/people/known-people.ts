import type { KnownPerson } from '@qr-attendance/contracts';
import type { Database } from '../../db/database.ts';
import { toPerson, withDetails } from '../../core/people/person-rows.ts';
import { institutionKeyOf } from '../../core/people/rules/judge-record.ts';
import type { Person } from '../../core/people/rules/person.ts';

const toKnownPerson = ({ id, name, email, institutionId, details }: Person): KnownPerson => {
  const student = details.userType === 'STUDENT' ? details.student : undefined;
  const department = details.userType === 'TEACHER' ? details.teacher.department : student?.department;
  return {
    ...{ id, userType: details.userType },
    values: {
      ...{ institutionId, name, email, department: department || null },
      ...{ usn: student?.usn || null, regNo: student?.regNo || null, semester: student?.semester ?? null },
    },
  };
};

export const createKnownPeople = (database: Database) => ({
  /** In the order of the ids. */
  find: async (institutionIds: string[]): Promise<(KnownPerson | null)[]> => {
    const keys = institutionIds.map(institutionKeyOf);
    const rows = await database.user.findMany({
      where: { institutionKey: { in: keys }, erasedAt: null, withdrawnAt: null },
      include: { ...withDetails, mergedInto: { include: withDetails } },
    });
    const found = new Map(
      rows.map((row) => [row.institutionKey, toKnownPerson(toPerson(row.mergedInto ?? row))]),
    );
    return keys.map((key) => found.get(key) ?? null);
  },
});
export type KnownPeople = ReturnType<typeof createKnownPeople>;
