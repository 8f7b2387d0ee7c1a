import { z } from 'zod/mini';
import { daySchema, momentSchema, objectIdSchema, userIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { requiredChecksSchema } from './required-checks.ts';

/** Crockford's base 32: digits and capitals without I, L, O and U, which look like other characters. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const CODE_LENGTH = 8;
/**
 * Normalizes a typed code: converts to capitals, replaces O with 0 and I and L with 1, and removes spaces and
 * hyphens.
 * Source: Crockford's base 32, decoding.
 */
export const foldCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
export const codeSchema = z.pipe(z.string().check(z.maxLength(64)), z.transform(foldCode));

/** Name and code are empty while the service does not know the course. */
export const sessionCourseSchema = z.object({ _id: objectIdSchema, name: z.string(), code: z.string() });

export const verifiedScanSchema = z.object({
  _id: objectIdSchema,
  course: sessionCourseSchema,
  teacher: z.object({ name: z.string() }),
  date: daySchema,
  startTime: momentSchema,
  endTime: z.optional(momentSchema),
  /** The time until the start by the server's clock, in ms; negative after the start. */
  startsInMs: z.optional(z.int()),
  location: z.object({ required: z.boolean(), radius: z.optional(z.number()) }),
  /** The checks that this session requires, regardless of the student's preferences. */
  requires: requiredChecksSchema,
  /** Missing for teachers, and while the course service is unavailable. */
  enrolled: z.optional(z.boolean()),
  /**
   * Names of the covered sections and of the student's section, present if the student's section is not covered: the
   * mark is recorded but does not count.
   */
  otherSection: z.optional(z.object({ covered: z.array(z.string()), own: z.string() })),
  /** `later`: a presence check will follow. `now`: this scan answers it. */
  presenceCheck: z.optional(openEnum(z.enum(['later', 'now']))),
  /** Signed claim bound to this user and this session; the client sends it with the mark. */
  ticket: z.string(),
  ticketExpiresAt: momentSchema,
});
export type VerifiedScan = z.infer<typeof verifiedScanSchema>;

/** A JWT with audience `attendance-ticket`. `sub` is the user. */
export const ticketClaimsSchema = z.object({
  sub: userIdSchema,
  sessionId: objectIdSchema,
  courseId: objectIdSchema,
  jti: z.string(),
  /** Thumbprint of the key that must sign the mark (RFC 7800). Missing after an unsigned scan. */
  cnf: z.optional(z.object({ jkt: z.string() })),
  unsigned: z.optional(z.literal(true)),
  /** The student entered the words beside a burst code. */
  words: z.optional(z.literal(true)),
  /** The server's time minus the browser's time, in ms. */
  clockBehindMs: z.optional(z.number()),
  /**
   * Only for burst codes: the time in ms between the first display of the newest code and the arrival of the scan,
   * minus the round-trip time of the phone.
   */
  burstLateMs: z.optional(z.number()),
  /** Time of the scan in seconds since 1970; only if the scan answers the presence check. */
  presenceCheckAt: z.optional(z.number()),
});
export type TicketClaims = z.infer<typeof ticketClaimsSchema>;
/** `iat` and `exp` are in seconds since 1970. */
export const datedTicketClaimsSchema = z.extend(ticketClaimsSchema, { iat: z.number(), exp: z.number() });

export const anonymousScanSchema = z.object({
  scan: z.string(),
  expiresAt: momentSchema,
  /** Time until the expiry by the server's clock, in ms. */
  expiresInMs: z.optional(z.int()),
});
export type AnonymousScan = z.infer<typeof anonymousScanSchema>;

/** `cnf.jkt` is the thumbprint of the key that must sign. Source: RFC 7800 and RFC 9449. */
export const scanClaimsSchema = z.object({
  sessionId: objectIdSchema,
  cnf: z.object({ jkt: z.string() }),
  jti: z.string(),
  /** `iat` and `exp` are in seconds since 1970. */
  iat: z.number(),
  exp: z.number(),
});
export type ScanClaims = z.infer<typeof scanClaimsSchema>;
