import { z } from 'zod/mini';
import { momentSchema } from './common.ts';

const valuesSchema = z.record(z.string(), z.json());
const namesSchema = z.array(z.string());

/** The sources of files, highest first, and other ranks for some fields. */
export const rankingSchema = z.object({ sources: namesSchema, fields: z.record(z.string(), namesSchema) });

/** Everything that sources stated about one key, as its owner stores it. Only the rules of statements read it. */
export const ledgerSchema = z.object({
  local: valuesSchema,
  entries: z.array(
    z.object({
      source: z.string(),
      runs: namesSchema,
      values: valuesSchema,
      declined: namesSchema,
      overridden: namesSchema,
    }),
  ),
  pending: z.record(z.string(), z.object({ run: z.string(), values: valuesSchema, reason: z.string() })),
  /** The ranking by which the values were decided, with several sources. */
  ranking: z.optional(rankingSchema),
});
export type StoredLedger = z.output<typeof ledgerSchema>;

/** An object as it is, and what files stated about it; null if there is none, or nothing was stated. */
export const statedSchema = <Values extends z.ZodMiniType>(values: Values) =>
  z.object({ values: z.nullable(values), statements: z.nullable(ledgerSchema) });

/** The source that states a thing. Only in answers to those who may know the thing's details. */
export const statementSourceSchema = z.object({
  /** `files` for the files that administrators import. */
  source: z.string(),
  /** The beginning of the last run that stated it. */
  statedAt: z.optional(momentSchema),
  /** Values that the source states and that were changed here; `stated` is missing for an empty one. */
  changedHere: z.optional(z.array(z.object({ field: z.string(), stated: z.optional(z.string()) }))),
});
export type StatementSource = z.output<typeof statementSourceSchema>;
