import { z } from 'zod/mini';
import { historyRootSchema } from '../attendance/history-tree-schemas.ts';
import { nameSchema, plainTextSchema, userIdSchema } from '../common.ts';
import { userChangedSchema } from '../events/auth.ts';
import { openEnum } from '../open-enum.ts';
import { defineRepublishRoute } from '../every-service.ts';
import { rankingSchema } from '../statements.ts';
import { routesOf } from '../route.ts';
import { ledgerSchema } from '../statements.ts';
import { emailSchema } from './account-schemas.ts';
import {
  appliedRecordSchema,
  institutionIdSchema,
  knownPersonSchema,
  PEOPLE_BATCH,
  personRecordSchema,
  recordRefusalSchema,
  undoResultSchema,
} from './people-schemas.ts';
import { pinVerifierSchema, proofNameSchema, studentSecuritySchema } from './verifier-schemas.ts';

const { get, post, put } = routesOf('auth');

/** The import whose file states the records. */
const runSchema = nameSchema(100);
/** The system that exported the file, and the ranking of all sources. Earlier releases send neither. */
const sourceFields = {
  source: z._default(nameSchema(30), 'files'),
  ranking: z._default(rankingSchema, { sources: ['files'], fields: {} }),
  /** The oldest run that can still be undone. */
  oldestRun: z.optional(runSchema),
};

const userParams = z.object({ id: userIdSchema });
export const getUserInternal = get('/internal/users/:id', {
  summary: 'Get a user as published to other services',
  access: 'internal',
  grants: 'reads',
  params: userParams,
  answer: userChangedSchema,
});
export const listUsersInternal = post('/internal/users/list', {
  summary: 'Get several users as published to other services',
  access: 'internal',
  grants: 'reads',
  body: z.object({ ids: z.array(userIdSchema).check(z.maxLength(1_000)) }),
  answer: z.array(userChangedSchema),
});
/**
 * Applies what changed since the institution last stated each person. People are found by institution id, or else by
 * their verified address. Creates people without an account. A repeated run has no effect. The answer has one outcome
 * per record, in order.
 */
export const putPeopleInternal = put('/internal/people', {
  summary: 'Create or update people from the records of the institution',
  access: 'internal',
  grants: 'grantsPower',
  body: z.object({
    run: runSchema,
    ...sourceFields,
    people: z.array(personRecordSchema).check(z.maxLength(PEOPLE_BATCH)),
    /** Records that a dry run refused. They are stored as pending if the person exists. */
    refused: z.optional(
      z
        .array(z.object({ record: personRecordSchema, code: openEnum(recordRefusalSchema) }))
        .check(z.maxLength(PEOPLE_BATCH)),
    ),
    /** A dry run only returns the outcomes and writes nothing. */
    dryRun: z.optional(z.boolean()),
    /** Adds erased people again: all of them, or the people with these ids. */
    addErased: z.optional(
      z.union([z.boolean(), z.array(institutionIdSchema).check(z.maxLength(PEOPLE_BATCH))]),
    ),
    /** Skips values that would override changes that people made since the last file. */
    keepLocalChanges: z.optional(z.boolean()),
    /** Applies even values that an administrator declined before. */
    takesUp: z.optional(z.boolean()),
  }),
  answer: z.array(appliedRecordSchema),
});
/** In the order of the ids; null for a person without statements. */
export const findPersonStatementsInternal = post('/internal/people/statements', {
  summary: "Get what files stated about people, by their institution's ids",
  access: 'internal',
  grants: 'reads',
  body: z.object({
    institutionIds: z.array(institutionIdSchema).check(z.maxLength(PEOPLE_BATCH)),
    /** Includes people whose id has changed. */
    byEarlierIds: z.optional(z.boolean()),
  }),
  answer: z.array(z.nullable(ledgerSchema)),
});
/** In the order of the ids; null for unknown ids. */
export const findPeopleInternal = post('/internal/people/find', {
  summary: "Find people by their institution's ids",
  access: 'internal',
  grants: 'reads',
  body: z.object({ institutionIds: z.array(institutionIdSchema).check(z.maxLength(PEOPLE_BATCH)) }),
  answer: z.array(z.nullable(knownPersonSchema)),
});
/**
 * Finds students by verified address, by the address of a person without an account, by institution id, and
 * by a USN or registration number that only one student has.
 */
export const findStudentsInternal = post('/internal/students/find', {
  summary: 'Find students by email address, institution id, USN or registration number',
  access: 'internal',
  grants: 'reads',
  body: z.object({ people: z.array(plainTextSchema(254)).check(z.maxLength(PEOPLE_BATCH)) }),
  /** Null if nobody or more than one person was found. */
  answer: z.array(z.nullable(userIdSchema)),
});
/**
 * Creates people who do not exist; existing people are not changed. Takes over an account with an unverified
 * address if the teacher's address is verified and the institution knows the teacher.
 */
export const addStudentsInternal = post('/internal/students', {
  summary: 'Create students without an account (idempotent)',
  access: 'internal',
  grants: 'changesOwn',
  body: z.object({
    people: z.array(z.object({ name: nameSchema(200), email: emailSchema })).check(z.maxLength(PEOPLE_BATCH)),
    /** The teacher who adds the students; earlier releases do not send it. */
    by: z.optional(userIdSchema),
    preview: z.boolean(),
  }),
  /** `code` is missing if the person was found or created, or, in a preview, would be created. */
  answer: z.array(
    z.object({
      id: z.optional(userIdSchema),
      isNew: z.boolean(),
      code: z.optional(openEnum(z.enum(['email_taken', 'email_unverified']))),
    }),
  ),
});
/**
 * Removes the statements of a run. Each value becomes that of the last remaining statement, or the value before the
 * first statement; local changes are kept. Runs can be undone in any order. The answer has one result per id, in order.
 */
export const undoPeopleInternal = post('/internal/people/undo', {
  summary: 'Undo what a run stated about people (idempotent)',
  access: 'internal',
  grants: 'grantsPower',
  body: z.object({
    run: runSchema,
    ranking: sourceFields.ranking,
    institutionIds: z.array(institutionIdSchema).check(z.minLength(1), z.maxLength(PEOPLE_BATCH)),
    /** A dry run only returns the results and writes nothing. */
    dryRun: z.optional(z.boolean()),
  }),
  answer: z.array(undoResultSchema),
});
/** The answer is the same for students, unverified addresses and unknown people. */
export const findTeacherInternal = post('/internal/teachers/find', {
  summary: 'Find a teacher by verified email address, or by an employee number that one teacher has',
  access: 'internal',
  grants: 'reads',
  body: z.object({ person: z.string().check(z.maxLength(254)) }),
  answer: z.object({ id: userIdSchema }),
});
export const getStudentSecurityInternal = get('/internal/students/:id/security', {
  summary: "Get what is needed to check a student's mark",
  access: 'internal',
  grants: 'reads',
  params: userParams,
  answer: studentSecuritySchema,
});
export const emailHistoryRootInternal = post('/internal/history-roots', {
  summary: 'Email a root of the audit log to the auditor',
  access: 'internal',
  grants: 'changesOwn',
  query: historyRootSchema,
  answer: z.object({ queued: z.boolean() }),
});
/** The caller records who confirmed the proof. A repeated request changes nothing. */
export const confirmProofInternal = post('/internal/students/:id/proofs/:kind/:proofId/confirm', {
  summary: 'Confirm a device or passkey of a student',
  access: 'internal',
  grants: 'grantsPower',
  params: z.object({
    id: userIdSchema,
    kind: proofNameSchema.shape.kind,
    proofId: proofNameSchema.shape.id,
  }),
  answer: studentSecuritySchema,
});
/**
 * The service that verified the PIN calls this after a rotation of the pepper. Changes nothing if the PIN has
 * changed.
 */
export const renewPinVerifierInternal = post('/internal/students/:id/pin-verifier/renew', {
  summary: 'Replace a PIN verifier with one under the current pepper',
  access: 'internal',
  grants: 'changesOwn',
  params: userParams,
  body: z.object({ from: pinVerifierSchema, to: pinVerifierSchema }),
  answer: z.object({ renewed: z.boolean() }),
});
export const republish = defineRepublishRoute('auth');
