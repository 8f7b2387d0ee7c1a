import { z } from 'zod/mini';
import { emailSchema } from '../auth/account-schemas.ts';
import { nameSchema, objectIdSchema, plainTextSchema, userIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';

/** Maximum number of lines in one request; pages split longer files. */
export const MAX_ROSTER_LINES = 200;
/** Maximum number of people without an account that one teacher may create per day. */
export const MAX_NEW_PEOPLE_PER_DAY = 500;

export const rosterLineSchema = z.object({
  /** The email address, institution id, USN or registration number of a student. */
  person: plainTextSchema(254).check(z.minLength(1, 'is required')),
  /** Both name and email are required to create a person without an account. */
  name: z.optional(nameSchema(200)),
  email: z.optional(emailSchema),
});
export type RosterLine = z.output<typeof rosterLineSchema>;

export const rosterAdditionSchema = z.object({
  lines: z.array(rosterLineSchema).check(z.minLength(1), z.maxLength(MAX_ROSTER_LINES)),
  sectionId: z.optional(objectIdSchema),
  /** `true` only checks the lines. */
  preview: z._default(z.boolean(), false),
  /** Emails a registration link to each person in the request without an account. */
  invite: z._default(z.boolean(), false),
});
export type RosterAddition = z.output<typeof rosterAdditionSchema>;

/**
 * `added`: an existing person; `created`: a new person without an account; `present`: already on the roster;
 * `unknown`: nobody was found, and name or address is missing; `email_unverified`: an account with an
 * unverified address exists, and the teacher is unverified or unknown to the institution; `email_taken`: the
 * address belongs to somebody who is not a student; `repeated`: an earlier line is the same person.
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

/** One outcome per line, in order. A preview reveals nothing else about people. */
export const rosterAdditionResultSchema = z.object({
  outcomes: z.array(openEnum(rosterOutcomeSchema)),
});

export const rosterInvitationSchema = z.object({
  /** Everybody on the roster, if absent. */
  studentIds: z.optional(z.array(userIdSchema).check(z.minLength(1), z.maxLength(MAX_ROSTER_LINES))),
});
/**
 * Excludes people with an account. `limited`: people who already received several links, or for whom the
 * total limit was reached.
 */
export const rosterInvitationResultSchema = z.object({ queued: z.int(), limited: z.int() });
