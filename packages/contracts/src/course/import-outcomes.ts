import { z } from 'zod/mini';

/**
 * `skipped`: the person was erased. `waiting`: an administrator has to say whether a withdrawn person is the same
 * person.
 */
export const importOutcomeSchema = z.enum([
  'added',
  'changed',
  'ended',
  'unchanged',
  'skipped',
  'waiting',
  'unmatched',
  'error',
]);
export type ImportOutcome = z.infer<typeof importOutcomeSchema>;

export const importCountsSchema = z.object({
  added: z.int(),
  changed: z.int(),
  ended: z.int(),
  unchanged: z.int(),
  /** These counts are missing from runs of earlier releases. */
  skipped: z._default(z.int(), 0),
  waiting: z._default(z.int(), 0),
  unmatched: z.int(),
  error: z.int(),
});
export type ImportCounts = z.infer<typeof importCountsSchema>;
