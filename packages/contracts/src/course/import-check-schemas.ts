import { z } from 'zod/mini';
import { openEnum } from '../open-enum.ts';
import { importOutcomeSchema } from './import-outcomes.ts';
import { importProblemSchema } from './import-problems.ts';

/** Lines whose outcome differs from the outcome in the preview. */
export const importOutdatedSchema = z.object({
  count: z.int(),
  examples: z.array(
    z.object({
      /** 0 for an object that is missing from a complete file. */
      line: z.int(),
      /** Names the object, for example a person and a course. */
      label: z.string(),
      was: openEnum(importOutcomeSchema),
      now: openEnum(importOutcomeSchema),
      /** The reason if the line is no longer imported. */
      problem: z.optional(openEnum(importProblemSchema)),
    }),
  ),
});

/**
 * `same_person`: the line is about the withdrawn person and gives that record its ID. `another_person`: the
 * line adds a new person.
 */
export const importAnswerSchema = z.enum(['same_person', 'another_person']);
export type ImportAnswer = z.infer<typeof importAnswerSchema>;

export const importPossibleMatchesSchema = z.object({
  count: z.int(),
  answered: z.int(),
  /** Some of the lines; lines without an answer come first. */
  pairs: z.array(
    z.object({
      line: z.int(),
      /** Values in the order of the fields of the kind. */
      values: z.array(z.string()),
      answer: z.optional(openEnum(importAnswerSchema)),
      /** The withdrawn person; null if unknown. */
      withdrawn: z.nullable(
        z.object({
          name: z.string(),
          email: z.string(),
          institutionId: z.optional(z.string()),
          usn: z.optional(z.string()),
          registrationNumber: z.optional(z.string()),
        }),
      ),
    }),
  ),
});
