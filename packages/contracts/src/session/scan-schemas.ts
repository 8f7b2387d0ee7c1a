import { z } from 'zod/mini';
import { daySchema, momentSchema, objectIdSchema, userIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { requiredChecksSchema } from './policy.ts';

/** Crockford's base 32: digits and capitals without I, L, O and U, so that nothing looks like anything else. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const CODE_LENGTH = 8;
/**
 * A code as typed or scanned, made canonical: capitals, O read as 0, I and L as 1, blanks and hyphens dropped.
 * Source: Crockford's base 32, decoding.
 */
export const codeSchema = z.pipe(
  z.string().check(z.maxLength(64)),
  z.transform((typed) => typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')),
);

/** Name and code are empty while the service that answers does not know the course; screens say so. */
export const sessionCourseSchema = z.object({ _id: objectIdSchema, name: z.string(), code: z.string() });

/** The answer to a scanned code. */
export const verifiedScanSchema = z.object({
  _id: objectIdSchema,
  course: sessionCourseSchema,
  teacher: z.object({ name: z.string() }),
  date: daySchema,
  startTime: momentSchema,
  endTime: z.optional(momentSchema),
  /** How long until it starts, in ms by the server's clock; only before its start. */
  startsInMs: z.optional(z.int()),
  location: z.object({ required: z.boolean(), radius: z.optional(z.number()) }),
  /** The checks of this session, whatever the student's own preferences. */
  requires: requiredChecksSchema,
  /** Whether the student is in the course; missing where nobody could say, and to teachers. */
  enrolled: z.optional(z.boolean()),
  /** `later`: the class is asked once more, at a moment that nobody knows. `now`: this scan answers that. */
  presenceCheck: z.optional(openEnum(z.enum(['later', 'now']))),
  /** Signed claim bound to this user and this session; send it with the mark. */
  ticket: z.string(),
  ticketExpiresAt: momentSchema,
});
export type VerifiedScan = z.infer<typeof verifiedScanSchema>;

/** Claims inside a ticket (a JWT with audience `attendance-ticket`). `sub` is the user. */
export const ticketClaimsSchema = z.object({
  sub: userIdSchema,
  sessionId: objectIdSchema,
  courseId: objectIdSchema,
  jti: z.string(),
  /** The key that must sign the mark: its thumbprint (RFC 7800). Missing where the scan was not signed. */
  cnf: z.optional(z.object({ jkt: z.string() })),
  /** The scan was not signed. */
  unsigned: z.optional(z.literal(true)),
  /** The words beside a burst code were entered in place of it. */
  words: z.optional(z.literal(true)),
  /** How far the browser's clock was behind the server's when it scanned, in ms. */
  clockBehindMs: z.optional(z.number()),
  /**
   * For burst codes: the time in ms between the first display of the newest code and the arrival of the scan, without
   * the round trip of this phone's network.
   */
  burstLateMs: z.optional(z.number()),
  /** When it was scanned, in seconds since 1970; only of a scan that answers the presence check. */
  presenceCheckAt: z.optional(z.number()),
});
export type TicketClaims = z.infer<typeof ticketClaimsSchema>;
/** With when it was issued and when it expires, in seconds since 1970, as the signer of every token adds. */
export const datedTicketClaimsSchema = z.extend(ticketClaimsSchema, { iat: z.number(), exp: z.number() });

/** A code redeemed by someone who is not signed in yet. */
export const anonymousScanSchema = z.object({
  /** Signed claim bound to the session and to the key of the browser that scanned. */
  scan: z.string(),
  expiresAt: momentSchema,
});
export type AnonymousScan = z.infer<typeof anonymousScanSchema>;

/** Claims inside a scan token. Source of `cnf.jkt`, the thumbprint of the key that must sign: RFC 7800 and RFC 9449. */
export const scanClaimsSchema = z.object({
  sessionId: objectIdSchema,
  cnf: z.object({ jkt: z.string() }),
  jti: z.string(),
  /** When it was made and when it expires, in seconds since 1970. */
  iat: z.number(),
  exp: z.number(),
});
export type ScanClaims = z.infer<typeof scanClaimsSchema>;
