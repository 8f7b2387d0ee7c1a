import { z } from 'zod/mini';

/**
 * Names a request that creates something, so that the same request sent twice creates it once.
 * Source: draft-ietf-httpapi-idempotency-key-header.
 */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
/** How long a key is kept after its first use. */
export const IDEMPOTENCY_KEY_HOURS = 24;
const MAX_LENGTH = 255;

/** A string of RFC 8941, section 3.3.3, so in double quotes; many clients leave these out, which is the same key. */
const QUOTED = `"[\\x21\\x23-\\x5B\\x5D-\\x7E]{1,${MAX_LENGTH}}"`;
const BARE = `[A-Za-z0-9._~:-]{1,${MAX_LENGTH}}`;

/** The header's value, read as the key alone. */
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
/** A key as the header carries it. */
export const toIdempotencyKeyHeader = (key: string): string => `"${key}"`;
