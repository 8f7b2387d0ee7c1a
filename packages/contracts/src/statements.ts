import { z } from 'zod/mini';
import { momentSchema } from './common.ts';

const valuesSchema = z.record(z.string(), z.json());
const namesSchema = z.array(z.string());

/** The sources of files, highest rank first, and exceptions for single fields. */
export const rankingSchema = z.object({ sources: namesSchema, fields: z.record(z.string(), namesSchema) });

/** Everything that sources stated about one key. Only the package `statements` interprets it. */
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
  /** The ranking used to choose the values; missing with a single source. */
  ranking: z.optional(rankingSchema),
});
export type StoredLedger = z.output<typeof ledgerSchema>;

/**
 * An object's current values and what files stated about it; null if the object does not exist or nothing was
 * stated.
 */
export const statedSchema = <Values extends z.ZodMiniType>(values: Values) =>
  z.object({ values: z.nullable(values), statements: z.nullable(ledgerSchema) });

/** The source that states an object. Only in answers to people who may see the object's details. */
export const statementSourceSchema = z.object({
  /** `files` is the name of files that administrators import. */
  source: z.string(),
  /** When the last run that stated the object began. */
  statedAt: z.optional(momentSchema),
  /** Stated values that people have changed in this product; `stated` is missing for an empty value. */
  changedHere: z.optional(z.array(z.object({ field: z.string(), stated: z.optional(z.string()) }))),
});
export type StatementSource = z.output<typeof statementSourceSchema>;
