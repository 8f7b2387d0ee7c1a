import { z } from 'zod/mini';
import { departmentNameSchema, textSchema } from './common.ts';

// The setting `INSTITUTION`, see docs/decisions/observability.md. Services and the gateway read it at
// start-up; the gateway writes it into the page.

/** `en`, `de`, … */
const languageCodeSchema = z.string().check(z.regex(/^[a-z]{2}$/, 'must be a language such as en'));

export interface Department {
  /** The stored name; screens show it if `names` lacks their language. */
  name: string;
  names: Record<string, string>;
}
const departmentSchema = z.union([
  z.strictObject({
    name: departmentNameSchema,
    names: z._default(z.record(languageCodeSchema, departmentNameSchema), {}),
  }),
  z.pipe(
    departmentNameSchema,
    z.transform((name): Department => ({ name, names: {} })),
  ),
]);

export const studentNumbers = ['usn', 'regNo'] as const;
export type StudentNumber = (typeof studentNumbers)[number];

const labelSchema = z.optional(textSchema(40));
const institutionWordsSchema = z.strictObject({
  usn: labelSchema,
  usnHelp: z.optional(textSchema(200)),
  regNo: labelSchema,
  regNoHelp: z.optional(textSchema(200)),
  employeeId: labelSchema,
  department: labelSchema,
  student: labelSchema,
  teacher: labelSchema,
  administrator: labelSchema,
  registry: labelSchema,
});
export type InstitutionWords = z.output<typeof institutionWordsSchema>;

/** The departments of the specification. */
export const DEFAULT_DEPARTMENTS: Department[] = [
  { name: 'Computer Science', names: { de: 'Informatik' } },
  { name: 'Electrical Engineering', names: { de: 'Elektrotechnik' } },
  { name: 'Mechanical Engineering', names: { de: 'Maschinenbau' } },
  { name: 'Civil Engineering', names: { de: 'Bauingenieurwesen' } },
  { name: 'Electronics', names: { de: 'Elektronik' } },
];

const areDistinct = (departments: Department[]): boolean =>
  new Set(departments.map(({ name }) => name)).size === departments.length;

export const institutionSchema = z.strictObject({
  departments: z._default(
    z
      .array(departmentSchema)
      .check(z.minLength(1), z.maxLength(500), z.refine(areDistinct, 'must not name one twice')),
    DEFAULT_DEPARTMENTS,
  ),
  /** The kinds of numbers that students enter, such as the USN. */
  studentNumbers: z._default(z.array(z.enum(studentNumbers)), [...studentNumbers]),
  words: z._default(z.record(languageCodeSchema, institutionWordsSchema), {}),
});
export type Institution = z.output<typeof institutionSchema>;
