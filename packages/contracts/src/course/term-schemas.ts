import { z } from 'zod/mini';
import { daySchema, nameSchema, objectIdSchema, optionalInput } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { statementSourceSchema } from '../statements.ts';

export const termBreakKindSchema = z.enum(['break', 'holiday']);
export type TermBreakKind = z.infer<typeof termBreakKindSchema>;

const daysShape = { firstDay: daySchema, lastDay: daySchema };

/** The limit exceeds a year; a term longer than that has a mistyped year. */
export const MAX_TERM_DAYS = 400;
export const MAX_TERM_BREAKS = 100;

/** All days are campus days, `lastDay` included. */
export const newTermSchema = z.object({
  name: nameSchema(100),
  /** The term's id in the institution's own systems. */
  externalId: optionalInput(nameSchema(100)),
  ...daysShape,
  /** Breaks lie within the term; two of the same kind do not overlap. */
  breaks: z._default(
    z
      .array(z.object({ kind: termBreakKindSchema, name: nameSchema(100), ...daysShape }))
      .check(z.maxLength(MAX_TERM_BREAKS)),
    [],
  ),
});
export type NewTerm = z.output<typeof newTermSchema>;

export const termEditSchema = z.object({ ...newTermSchema.shape, version: z.int().check(z.gte(1)) });
export type TermEdit = z.output<typeof termEditSchema>;

export const termDetailsSchema = z.object({
  name: z.string(),
  externalId: z.optional(z.string()),
  firstDay: z.string(),
  lastDay: z.string(),
  breaks: z.array(
    z.object({
      kind: openEnum(termBreakKindSchema),
      name: z.string(),
      firstDay: z.string(),
      lastDay: z.string(),
    }),
  ),
} satisfies Record<keyof NewTerm, z.ZodMiniType>);
export type TermDetails = z.infer<typeof termDetailsSchema>;

export const termPhaseSchema = z.enum(['PAST', 'CURRENT', 'UPCOMING']);
export type TermPhase = z.infer<typeof termPhaseSchema>;

export const termSchema = z.object({
  _id: objectIdSchema,
  ...termDetailsSchema.shape,
  phase: openEnum(termPhaseSchema),
  /** Missing if the term is not archived. */
  archived: z.optional(z.boolean()),
  /** Only in answers to administrators. */
  courseCount: z.optional(z.int()),
  /** Only in answers to administrators: courses are still being archived, restored or copied. */
  updatingCourses: z.optional(z.boolean()),
  version: z.int(),
  /** Missing if no current source states the term. */
  source: z.optional(statementSourceSchema),
});
export type Term = z.infer<typeof termSchema>;
