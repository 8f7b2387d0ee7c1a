import { z } from 'zod/mini';

/** The body of every error. `error` is a sentence for people, `code` is for programs. */
export const errorBodySchema = z.object({
  error: z.string(),
  code: z.string(),
  requestId: z.string(),
  details: z.optional(z.record(z.string(), z.unknown())),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

export { MOVED_STATUS } from './moved.ts';

/**
 * Identifies a request that creates something, so that a repeated request creates it once. Source:
 * draft-ietf-httpapi-idempotency-key-header.
 */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
/** Validity of a key after its first use, in hours. */
export const IDEMPOTENCY_KEY_HOURS = 24;
const MAX_LENGTH = 255;

/** A string of RFC 8941, section 3.3.3, in double quotes. Many clients omit the quotes. */
const QUOTED = `"[\\x21\\x23-\\x5B\\x5D-\\x7E]{1,${MAX_LENGTH}}"`;
const BARE = `[A-Za-z0-9._~:-]{1,${MAX_LENGTH}}`;

export const idempotencyKeySchema = z.pipe(
  z
    .string()
    .check(
      z.regex(
        new RegExp(`^(?:${QUOTED}|${BARE})$`),
        `must be 1 to ${MAX_LENGTH} printable characters in double quotes`,
      ),
    ),
  z.transform((value) => value.replaceAll('"', '')),
);
export const toIdempotencyKeyHeader = (key: string): string => `"${key}"`;
