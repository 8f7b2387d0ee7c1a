import { z } from 'zod/mini';
import { departmentNameSchema, momentSchema, nameSchema, semesterSchema, userIdSchema } from '../common.ts';
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
  /** The id that the person had before. The record of that id gets the new one. */
  previousId: z.optional(institutionIdSchema),
  /** A withdrawn person with this address or number who is the same person; null if nobody of them is. */
  sameAs: z.optional(z.nullable(userIdSchema)),
});
export type PersonRecord = z.output<typeof personRecordSchema>;

/** The values that records state; null if unknown. */
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
 * a person with another id; `other_role`: the person has another role; `both_known`: different people have the id and
 * the previous id; `conflict`: the withdrawn person has changed since somebody said who it is.
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

/** A field of a person that a record changes. */
export const personChangeSchema = z.object({
  field: openEnum(z.keyof(personValuesSchema)),
  from: valueSchema,
  to: valueSchema,
  /** People changed the field since the institution last stated it. */
  overrides: z.boolean(),
});

/**
 * `adopted`: the institution states an existing person for the first time. `unchanged`: it states the same as before,
 * whatever people have changed since. `restated`: the person was withdrawn and is back under the same id. `erased`: a
 * person with this id was erased, and the record is skipped. `same_person`: nobody has this id, but a withdrawn person has
 * the address or a number; the record waits until somebody says whether it is the same person (`sameAs`).
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
  /** Missing if there is no such person. */
  id: z.optional(userIdSchema),
  /** The fields that the record changes. */
  changes: z.array(personChangeSchema),
  /** The changes that the administrator left out of this record. */
  leftOut: z.optional(z.array(personChangeSchema)),
  /** The fields that are left out, although files state them. */
  declined: z.optional(z.array(z.string())),
  /** The person registered with another address, which stays. */
  keptEmail: z.optional(z.boolean()),
  /** Why it was refused. */
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
 * Reasons why a person stays, or keeps a value. `registered`: the person has registered since, and an account keeps
 * its address and required details. `in_use`: an administrator has changed the account of the person. `email_taken`:
 * somebody else has the previous address.
 */
export const undoRefusalSchema = z.enum(['registered', 'in_use', 'email_taken']);

/**
 * `withdrawn`: only this run stated the person, whom nobody finds any more. `restored`: values are as if the run had not
 * stated them. `unchanged`: the run decides nothing. `kept`: the person stays as they are.
 */
export const undoResultSchema = z.object({
  result: openEnum(z.enum(['withdrawn', 'restored', 'unchanged', 'kept'])),
  id: z.optional(userIdSchema),
  /** The fields that keep a value of the run, or one that people gave them since. */
  kept: z.array(openEnum(z.keyof(personValuesSchema))),
  code: z.optional(openEnum(undoRefusalSchema)),
});
export type UndoResult = z.output<typeof undoResultSchema>;

/** `limited`: several links were sent to the person already. */
export const inviteResultSchema = openEnum(z.enum(['queued', 'limited', 'registered']));
