import { z } from 'zod/mini';
import { momentSchema, namedPersonSchema, objectIdSchema, searchPageQuerySchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { importProblemSchema } from './import-problems.ts';
import { importKindSchema, importStateSchema } from './import-schemas.ts';

export const openLineStateSchema = z.enum(['pending', 'declined']);
export type OpenLineState = z.infer<typeof openLineStateSchema>;

const MAX_KEY = 500;

export const openLinesQuerySchema = z.extend(searchPageQuerySchema, {
  kind: importKindSchema,
  state: openLineStateSchema,
});

/** A changed field with its value before and after the change, as readable text. */
const changedValueSchema = z.object({ field: z.string(), from: z.string(), to: z.string() });

export const openLineSchema = z.object({
  _id: z.string(),
  run: z.object({ _id: objectIdSchema, fileName: z.string() }),
  line: z.int(),
  since: momentSchema,
  /** The cells of the line in the order of the fields of its kind. */
  values: z.array(z.string()),
  problem: z.optional(openEnum(importProblemSchema)),
  field: z.optional(z.string()),
  day: z.optional(z.string()),
  meant: z.optional(z.string()),
  key: z.optional(z.string()),
  /** Declined changes: the value when the change was declined, and the value that the file states. */
  leftOut: z.optional(z.array(changedValueSchema)),
});
export type OpenLine = z.output<typeof openLineSchema>;

/** Open lines that the server checks again and offers as a new import. */
export const offerSchema = z.object({
  ids: z.array(z.string().check(z.maxLength(MAX_KEY))).check(z.minLength(1), z.maxLength(500)),
});

export const importHistoryQuerySchema = z.object({
  kind: importKindSchema,
  key: z.string().check(z.minLength(1), z.maxLength(MAX_KEY)),
});

/** `stated`: stated for the first time or again after a withdrawal. `undone`: the run that stated it was undone. */
export const historyOutcomeSchema = z.enum(['stated', 'changed', 'withdrawn', 'pending', 'undone']);

export const importHistorySchema = z.object({
  name: z.string(),
  earlierIds: z.optional(z.array(z.string())),
  /** The statements of runs, oldest first. */
  steps: z.array(
    z.object({
      run: z.object({
        _id: z.string(),
        at: z.optional(momentSchema),
        /** Missing once the run has expired. */
        fileName: z.optional(z.string()),
        state: z.optional(openEnum(importStateSchema)),
        createdBy: z.optional(namedPersonSchema),
      }),
      outcome: openEnum(historyOutcomeSchema),
      /** The section of a course or the role of a person; empty for the whole object. */
      part: z.string(),
      changes: z.array(changedValueSchema),
      /** Fields that were declined, and fields that people have changed since. */
      declined: z.array(z.string()),
      overridden: z.array(z.string()),
      /** Later runs that stated the same values. */
      repeats: z.optional(z.object({ count: z.int(), last: z.optional(momentSchema) })),
      reason: z.optional(z.string()),
    }),
  ),
});
export type ImportHistory = z.output<typeof importHistorySchema>;

export const erasedLineSchema = z.object({
  line: z.int(),
  person: z.string(),
  name: z.string(),
  day: z.optional(z.string()),
});
