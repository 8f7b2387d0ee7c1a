import { z } from 'zod/mini';
import { departmentNameSchema, nameSchema, semesterSchema, userIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { emailSchema } from './account-schemas.ts';
import { openUserTypeSchema } from './schemas.ts';

/** The institution's own id of a person, compared without regard to case. */
export const institutionIdSchema = nameSchema(100);

export const PEOPLE_BATCH = 500;

/** A person as the institution's records describe them. Missing fields are unknown and leave what is stored. */
export const personRecordSchema = z.object({
  institutionId: institutionIdSchema,
  name: nameSchema(200),
  email: emailSchema,
  role: z.enum(['staff', 'student']),
  /** Students only. */
  usn: z.optional(nameSchema(50)),
  regNo: z.optional(nameSchema(50)),
  semester: z.optional(semesterSchema),
  department: z.optional(departmentNameSchema),
});
export type PersonRecord = z.output<typeof personRecordSchema>;

/** The values that a record changes; null if unknown. */
export const personValuesSchema = z.object({
  institutionId: z.nullable(z.string()),
  name: z.string(),
  email: z.string(),
  usn: z.nullable(z.string()),
  regNo: z.nullable(z.string()),
  department: z.nullable(z.string()),
  semester: z.nullable(z.number()),
});
export type PersonValues = z.output<typeof personValuesSchema>;

/**
 * `repeated`: an earlier record of the same request has this id or address; `email_taken`: the address belongs to
 * a person with another id; `other_role`: the person has another role.
 */
export const recordRefusalSchema = z.enum(['repeated', 'email_taken', 'other_role']);
export type RecordRefusal = z.output<typeof recordRefusalSchema>;

/** `created`: the person is new, or was withdrawn and is back under the same id. */
export const appliedRecordSchema = z.object({
  result: openEnum(z.enum(['created', 'updated', 'unchanged', 'refused'])),
  /** Missing if the record was refused. */
  id: z.optional(userIdSchema),
  /** After and before; of created and updated people. */
  values: z.optional(personValuesSchema),
  previous: z.optional(personValuesSchema),
  /** The person registered with another address, which stays. */
  keptEmail: z.optional(z.boolean()),
  /** Why it was refused. */
  code: z.optional(openEnum(recordRefusalSchema)),
});
export type AppliedRecord = z.output<typeof appliedRecordSchema>;

export const knownPersonSchema = z.object({
  id: userIdSchema,
  userType: openUserTypeSchema,
  values: personValuesSchema,
});
export type KnownPerson = z.output<typeof knownPersonSchema>;

/** `previous` is null for a person whom the record created. */
export const undoneRecordSchema = z.object({
  id: userIdSchema,
  values: personValuesSchema,
  previous: z.nullable(personValuesSchema),
});
export type UndoneRecord = z.output<typeof undoneRecordSchema>;

/**
 * Reasons why a person stays as they are. `registered`: the person has registered since, and an account keeps its
 * address and required details. `in_use`: an administrator has changed the created person's account. `changed`:
 * the values have changed since. `email_taken`: somebody else has the previous address or id.
 */
export const undoRefusalSchema = z.enum(['registered', 'in_use', 'changed', 'email_taken']);

/** `withdrawn`: the person stays, but nobody finds them. `unchanged`: nothing was left to undo. `code`: why it was refused. */
export const undoResultSchema = z.object({
  result: openEnum(z.enum(['withdrawn', 'restored', 'unchanged', 'refused'])),
  code: z.optional(openEnum(undoRefusalSchema)),
});
export type UndoResult = z.output<typeof undoResultSchema>;

/** `limited`: several links were sent to the person already. */
export const inviteResultSchema = openEnum(z.enum(['queued', 'limited', 'registered']));
