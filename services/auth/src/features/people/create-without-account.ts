import { DEFAULT_SECURITY_PREFERENCES, type PersonRecord, type PersonValues } from '@qr-attendance/contracts';
import type { Transaction } from '../../db/database.ts';
import { NO_PASSWORD } from '../../core/passwords/hash-password.ts';
import { keysOf, publishPeople } from '../../core/people/person-values.ts';
import { emailKeyOf } from '../../core/people/rules/fold-text.ts';

interface NewPerson {
  role: PersonRecord['role'];
  values: PersonValues;
}

export const createWithoutAccount = async (
  transaction: Transaction,
  people: NewPerson[],
): Promise<string[]> => {
  if (people.length === 0) return [];
  const rows = await transaction.user.createManyAndReturn({
    data: people.map(({ role, values }) => ({
      name: values.name,
      email: values.email,
      institutionId: values.institutionId,
      ...keysOf(values),
      userType: role === 'staff' ? 'TEACHER' : 'STUDENT',
      passwordHash: NO_PASSWORD,
      registered: false,
    })),
    select: { id: true, emailKey: true },
  });
  const idOf = new Map(rows.map(({ id, emailKey }) => [emailKey, id]));
  const created = people.map(({ role, values }) => ({
    role,
    values,
    userId: idOf.get(emailKeyOf(values.email)) ?? '',
    department: values.department ?? '',
  }));
  await transaction.student.createMany({
    data: created.flatMap(({ role, userId, department, values: { usn, regNo, semester } }) =>
      role === 'student'
        ? {
            userId,
            department,
            usn: usn ?? '',
            regNo: regNo ?? '',
            semester,
            ...DEFAULT_SECURITY_PREFERENCES,
          }
        : [],
    ),
  });
  await transaction.teacher.createMany({
    data: created.flatMap(({ role, userId, department }) =>
      role === 'staff' ? { userId, department, employeeId: '' } : [],
    ),
  });
  await publishPeople(
    transaction,
    rows.map(({ id }) => id),
  );
  return created.map(({ userId }) => userId);
};
