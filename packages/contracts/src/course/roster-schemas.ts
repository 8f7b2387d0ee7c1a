import { z } from 'zod/mini';
import { emailSchema } from '../auth/account-schemas.ts';
import { nameSchema, objectIdSchema, plainTextSchema, userIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';

/** The most lines of one request; pages send longer files in several. */
export const ROSTER_LINES = 200;
/** New people without an account that one teacher may add per day. */
export const NEW_PEOPLE_PER_DAY = 500;

export const rosterLineSchema = z.object({
  /** The email address, institution id, USN or registration number of a student. */
  person: plainTextSchema(254).check(z.minLength(1, 'is required')),
  /** Both are needed to add somebody unknown as a person without an account. */
  name: z.optional(nameSchema(200)),
  email: z.optional(emailSchema),
});
export type RosterLine = z.output<typeof rosterLineSchema>;

export const rosterAdditionSchema = z.object({
  lines: z.array(rosterLineSchema).check(z.minLength(1), z.maxLength(ROSTER_LINES)),
  sectionId: z.optional(objectIdSchema),
  /** Nothing is written. */
  preview: z._default(z.boolean(), false),
  /** Emails a registration link to each person of the request who has no account. */
  invite: z._default(z.boolean(), false),
});
export type RosterAddition = z.output<typeof rosterAdditionSchema>;

/**
 * `added`: somebody known; `created`: a person without an account was created; `present`: already on the roster;
 * `unknown`: nobody was found, and name or address is missing; `email_unverified`: somebody registered with the address
 * without verifying it, and the teacher's own is not verified, or the institution does not know the teacher;
 * `email_taken`: the address belongs to somebody who is not a student; `repeated`: an earlier line is the same person.
 */
export const rosterOutcomeSchema = z.enum([
  'added',
  'created',
  'present',
  'unknown',
  'email_unverified',
  'email_taken',
  'repeated',
]);
export type RosterOutcome = z.output<typeof rosterOutcomeSchema>;

/** One outcome per line, in order. A preview says nothing else about people. */
export const rosterAdditionResultSchema = z.object({
  outcomes: z.array(openEnum(rosterOutcomeSchema)),
});

export const rosterInvitationSchema = z.object({
  /** If missing, everybody on the roster. */
  studentIds: z.optional(z.array(userIdSchema).check(z.minLength(1), z.maxLength(ROSTER_LINES))),
});
/**
 * People who already have an account are not counted. `limited`: they were sent several links already, or too many were
 * sent in all.
 */
export const rosterInvitationResultSchema = z.object({ queued: z.int(), limited: z.int() });
