import { z } from 'zod/mini';
import { openEnum } from '../open-enum.ts';
import { importOutcomeSchema } from './import-outcomes.ts';
import { importProblemSchema } from './import-problems.ts';

/** Lines with another outcome than a preview showed. */
export const importOutdatedSchema = z.object({
  count: z.int(),
  examples: z.array(
    z.object({
      /** 0 for an object that a complete file lacks. */
      line: z.int(),
      /** Names the object, such as a person and a course. */
      label: z.string(),
      was: openEnum(importOutcomeSchema),
      now: openEnum(importOutcomeSchema),
      /** Why the line is no longer imported. */
      problem: z.optional(openEnum(importProblemSchema)),
    }),
  ),
});

/** The line is about the withdrawn person, who gets its ID, or about somebody else, who is added. */
export const importAnswerSchema = z.enum(['same_person', 'another_person']);
export type ImportAnswer = z.infer<typeof importAnswerSchema>;

export const importPossibleMatchesSchema = z.object({
  count: z.int(),
  /** Lines that were answered since the preview. */
  answered: z.int(),
  /** Some of them, those without an answer first. */
  pairs: z.array(
    z.object({
      line: z.int(),
      /** In the order of the fields of the kind. */
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
