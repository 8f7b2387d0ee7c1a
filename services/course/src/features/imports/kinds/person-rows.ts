import { emailSchema, institutionIdSchema, nameSchema, semesterSchema } from '@qr-attendance/contracts';
import { z } from 'zod/mini';

export const personRowSchema = z.object({
  person: institutionIdSchema,
  name: nameSchema(200),
  email: emailSchema,
  role: z.enum(['staff', 'student']),
  usn: z.optional(nameSchema(50)),
  registrationNumber: z.optional(nameSchema(50)),
  semester: z.optional(semesterSchema),
  unit: z.optional(nameSchema(100)),
  previous: z.optional(institutionIdSchema),
});
export type PersonRow = z.output<typeof personRowSchema>;

/** The key of a person. Institution ids are compared without regard to case. */
export const personKeyOf = (institutionId: string): string => institutionId.trim().toLowerCase();

const COLUMNS: Record<string, string> = {
  institutionId: 'person',
  regNo: 'registrationNumber',
  department: 'unit',
};

export const columnOf = (field: string): string => COLUMNS[field] ?? field;
