import { z } from 'zod/mini';
import { openEnum } from '../open-enum.ts';

export const importProblemSchema = z.enum([
  'missing',
  'invalid',
  'too_long',
  'changed_by_spreadsheet',
  'formula_error',
  'ambiguous_day',
  'serial_day',
  'not_a_day',
  'not_a_time',
  'not_a_weekday',
  'not_a_number',
  'not_an_address',
  'not_a_choice',
  'unknown_unit',
  'unknown_term',
  'unknown_section',
  'ambiguous_section',
  'section_elsewhere',
  'unknown_course',
  'unknown_person',
  'unknown_room',
  'not_a_student',
  'not_a_teacher',
  'unit_order',
  'days_reversed',
  'role_scope',
  'overlaps',
  'repeated',
  'email_taken',
  'other_role',
  'erased',
  'same_person',
  'both_known',
  'unknown_previous',
  'conflict',
  'archived',
  'not_supported',
]);
export type ImportProblem = z.infer<typeof importProblemSchema>;

/** Warnings of a preview; lines with a warning are imported. */
export const importWarningSchema = z.enum(['room_taken', 'teacher_taken', 'section_taken', 'long_class']);
export type ImportWarning = z.infer<typeof importWarningSchema>;

export const importFailureSchema = z.enum([
  'not_text',
  'line_too_long',
  'too_many_columns',
  'unreadable',
  'old_workbook',
  'open_document',
  'broken_workbook',
  'workbook_too_large',
  'too_many_rows',
  'more_changes',
  'rejected',
]);

export const longClassSchema = z.object({ start: z.string(), end: z.string(), hours: z.number() });
export type LongClass = z.infer<typeof longClassSchema>;

export const importWarningsSchema = z.object({
  count: z.int(),
  examples: z.array(
    z.object({
      line: z.int(),
      warning: openEnum(importWarningSchema),
      /** The conflicting line of the file, or the course code of the conflicting class. */
      otherLine: z.optional(z.int()),
      otherCourse: z.optional(z.string()),
      longClass: z.optional(longClassSchema),
    }),
  ),
});
