import { z } from 'zod/mini';
import { momentSchema, namedPersonSchema, objectIdSchema, searchPageQuerySchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { importProblemSchema } from './import-problems.ts';
import { importKindSchema, importStateSchema } from './import-schemas.ts';

/** `pending`: the line was not applied. `declined`: an administrator left values of it out. */
export const openLineStateSchema = z.enum(['pending', 'declined']);
export type OpenLineState = z.infer<typeof openLineStateSchema>;

const MAX_KEY = 500;

export const openLinesQuerySchema = z.extend(searchPageQuerySchema, {
  kind: importKindSchema,
  state: openLineStateSchema,
});

/** A value before and after, as text with the names that people know. */
const changedValueSchema = z.object({ field: z.string(), from: z.string(), to: z.string() });

export const openLineSchema = z.object({
  _id: z.string(),
  /** The last file that stated it. */
  run: z.object({ _id: objectIdSchema, fileName: z.string() }),
  line: z.int(),
  since: momentSchema,
  /** The cells of the fields of its kind. */
  values: z.array(z.string()),
  problem: z.optional(openEnum(importProblemSchema)),
  field: z.optional(z.string()),
  day: z.optional(z.string()),
  meant: z.optional(z.string()),
  /** The object that it is about. */
  key: z.optional(z.string()),
  /** The values here when they were left out, and those that the file states. */
  leftOut: z.optional(z.array(changedValueSchema)),
});
export type OpenLine = z.output<typeof openLineSchema>;

/** Lines that are read once more, as an import that waits for its confirmation. */
export const offerSchema = z.object({
  ids: z.array(z.string().check(z.maxLength(MAX_KEY))).check(z.minLength(1), z.maxLength(500)),
});

export const importHistoryQuerySchema = z.object({
  kind: importKindSchema,
  key: z.string().check(z.minLength(1), z.maxLength(MAX_KEY)),
});

/** `stated`: for the first time or again. `undone`: the run stated it, and was undone. */
export const historyOutcomeSchema = z.enum(['stated', 'changed', 'withdrawn', 'pending', 'undone']);

export const importHistorySchema = z.object({
  /** The object, as administrators know it. */
  name: z.string(),
  /** The IDs that files gave the object before its present one, the first one first. */
  earlierIds: z.optional(z.array(z.string())),
  /** The statements of runs, the first one first. */
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
      /** A section of a course, or the role of a person; empty for all of the object. */
      part: z.string(),
      changes: z.array(changedValueSchema),
      /** Fields that were left out, and those that people have changed since. */
      declined: z.array(z.string()),
      overridden: z.array(z.string()),
      /** Later runs that stated the same. */
      repeats: z.optional(z.object({ count: z.int(), last: z.optional(momentSchema) })),
      reason: z.optional(z.string()),
    }),
  ),
});
export type ImportHistory = z.output<typeof importHistorySchema>;

/** A line about a person who was erased. */
export const erasedLineSchema = z.object({
  line: z.int(),
  person: z.string(),
  name: z.string(),
  /** When the person was erased. */
  day: z.optional(z.string()),
});
