import { type Institution, type Registration, studentNumbers } from '@qr-attendance/contracts';
import { parsePart } from '@qr-attendance/server';
import { z } from 'zod/mini';

/**
 * Applies the institution's requirements beyond the contract: one of its departments, and the student numbers
 * that it assigns.
 */
export const asInstitutionAsks = (
  registration: Registration,
  institution: Pick<Institution, 'departments' | 'studentNumbers'>,
): Registration => {
  const names = institution.departments.map(({ name }) => name);
  const department = z.enum(names, 'must be one of the departments of this institution');
  if (registration.userType === 'TEACHER') {
    parsePart('body', z.object({ department }), registration);
    return registration;
  }
  const numbersSchema = z.object(
    Object.fromEntries(institution.studentNumbers.map((name) => [name, z.string()])),
  );
  parsePart('body', z.extend(numbersSchema, { department }), registration);
  const details = { ...registration };
  for (const name of studentNumbers) if (!institution.studentNumbers.includes(name)) delete details[name];
  return details;
};
