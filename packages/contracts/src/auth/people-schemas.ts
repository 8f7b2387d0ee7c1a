import { z } from 'zod/mini';
import { departmentNameSchema, momentSchema, nameSchema, semesterSchema, userIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { emailSchema } from './account-schemas.ts';
import { openUserTypeSchema } from './schemas.ts';

/** The institution's id of a person, compared without regard to case. */
export const institutionIdSchema = nameSchema(100);

export const PEOPLE_BATCH = 500;

/**
 * A person as the institution's records describe them. Missing fields are unknown, and do not change stored
 * values.
 */
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
  /** The person's previous id. The record with that id gets the new id. */
  previousId: z.optional(institutionIdSchema),
  /**
   * The withdrawn person whom an administrator identified as this person; null if none of the withdrawn people is this
   * person.
   */
  sameAs: z.optional(z.nullable(userIdSchema)),
});
export type PersonRecord = z.output<typeof personRecordSchema>;

/** The values that records can state; null while unknown. */
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
 * `repeated`: an earlier record of the same request has this id or address; `email_taken`: the address
 * belongs to a person with another id; `other_role`: the person has another role; `both_known`: different
 * people have the id and the previous id; `conflict`: the withdrawn person has changed since an administrator
 * identified them.
 */
export const recordRefusalSchema = z.enum([
  'repeated',
  'email_taken',
  'other_role',
  'both_known',
  'conflict',
]);
export type RecordRefusal = z.output<typeof recordRefusalSchema>;

const valueSchema = z.nullable(z.union([z.string(), z.number()]));

export const personChangeSchema = z.object({
  field: openEnum(z.keyof(personValuesSchema)),
  from: valueSchema,
  to: valueSchema,
  overrides: z.boolean(),
});

/**
 * `adopted`: the institution states an existing person for the first time. `unchanged`: the statement is the
 * same as before, whatever people have changed since. `restated`: the person was withdrawn and returns under
 * the same id. `erased`: a person with this id was erased, and the record is skipped. `same_person`: nobody
 * has this id, but a withdrawn person has the address or a number; the record waits for an answer (`sameAs`).
 */
export const recordOutcomeSchema = z.enum([
  'added',
  'adopted',
  'changed',
  'unchanged',
  'restated',
  'refused',
  'erased',
  'same_person',
]);

export const appliedRecordSchema = z.object({
  outcome: openEnum(recordOutcomeSchema),
  /** Missing if the person does not exist. */
  id: z.optional(userIdSchema),
  changes: z.array(personChangeSchema),
  /** The changes of this record that the administrator declined. */
  leftOut: z.optional(z.array(personChangeSchema)),
  /** Fields whose stated values an administrator declined. */
  declined: z.optional(z.array(z.string())),
  /** The person registered with another address, which is kept. */
  keptEmail: z.optional(z.boolean()),
  code: z.optional(openEnum(recordRefusalSchema)),
  erasedAt: z.optional(momentSchema),
});
export type AppliedRecord = z.output<typeof appliedRecordSchema>;

export const knownPersonSchema = z.object({
  id: userIdSchema,
  userType: openUserTypeSchema,
  values: personValuesSchema,
});
export type KnownPerson = z.output<typeof knownPersonSchema>;

/**
 * Reasons why a person or a value is kept. `registered`: the person has registered since, and an account
 * keeps its address and required details. `in_use`: an administrator has changed the account. `email_taken`:
 * another person has the previous address.
 */
export const undoRefusalSchema = z.enum(['registered', 'in_use', 'email_taken']);

/**
 * `withdrawn`: only this run listed the person, so nobody can find or add them anymore. `restored`: values are as if the
 * run had not stated them. `unchanged`: the run has no effect on the values. `kept`: the person is not
 * changed.
 */
export const undoResultSchema = z.object({
  result: openEnum(z.enum(['withdrawn', 'restored', 'unchanged', 'kept'])),
  id: z.optional(userIdSchema),
  /** Fields that keep the run's value, or a local change made since. */
  kept: z.array(openEnum(z.keyof(personValuesSchema))),
  code: z.optional(openEnum(undoRefusalSchema)),
});
export type UndoResult = z.output<typeof undoResultSchema>;

/** `limited`: the person has already received several links. */
export const inviteResultSchema = openEnum(z.enum(['queued', 'limited', 'registered']));
