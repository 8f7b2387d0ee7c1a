import { z } from 'zod/mini';
import { momentSchema, namedPersonSchema, objectIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { statementSourceSchema } from '../statements.ts';

/**
 * `not_stated`: on the roster, but no source states the membership; `not_on_roster`: a source states the membership,
 * but the student is not on the roster.
 */
export const statedStudentFilterSchema = z.enum(['not_stated', 'not_on_roster']);
export type StatedStudentFilter = z.output<typeof statedStudentFilterSchema>;

export const MAX_STATED_STUDENTS = 50;

/** A student in a section, according to the roster or a source. */
export const statedStudentSchema = z.object({
  student: namedPersonSchema,
  sectionId: objectIdSchema,
  onRoster: z.boolean(),
  /** Missing if no current source states the student in the course. */
  source: z.optional(statementSourceSchema),
  /** The reason why the statement is not applied yet. */
  pending: z.optional(z.string()),
});
export type StatedStudent = z.output<typeof statedStudentSchema>;

export const rosterNoticeKindSchema = z.enum(['applied', 'undone']);

export const rosterNoticeSchema = z.object({
  _id: z.string(),
  course: z.object({ _id: objectIdSchema, code: z.string(), name: z.string() }),
  section: z.object({ _id: objectIdSchema, name: z.string() }),
  kind: openEnum(rosterNoticeKindSchema),
  source: z.string(),
  at: momentSchema,
  added: z.int(),
  ended: z.int(),
});
export type RosterNotice = z.output<typeof rosterNoticeSchema>;

export const rosterEffectSchema = z.enum(['added', 'ended']);
export const rosterNoticeLineSchema = z.object({
  student: namedPersonSchema,
  effect: openEnum(rosterEffectSchema),
  /**
   * The line of the file. Missing if a complete file omits the student, or if the undone run changed nothing.
   */
  line: z.optional(z.int()),
});
export type RosterNoticeLine = z.output<typeof rosterNoticeLineSchema>;

export const MAX_SEEN_NOTICES = 100;
