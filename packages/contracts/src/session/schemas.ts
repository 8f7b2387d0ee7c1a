import { z } from 'zod/mini';
import { requiredChecksSchema, sessionPolicyChoiceSchema, sessionPolicySchema } from './policy.ts';
import {
  coordinatesSchema,
  daySchema,
  momentSchema,
  objectIdSchema,
  optionalInput,
  userIdSchema,
} from '../common.ts';

/** Seconds a code lives before the teacher's page shows the next. Specification, section 9. */
export const REFRESH_INTERVALS = [15, 30, 60, 120, 300] as const;
export const DEFAULT_REFRESH_INTERVAL = 30;
export const refreshIntervalSchema = z.literal(REFRESH_INTERVALS);
/** As it is answered: a newer version may offer others. */
const shownIntervalSchema = z.int().check(z.gte(1));

/** Metres around the classroom. Specification, section 9. */
export const LOCATION_RADIUS = { min: 10, max: 1000, default: 100 } as const;
const radiusSchema = z.number().check(z.gte(LOCATION_RADIUS.min), z.lte(LOCATION_RADIUS.max));
export const classroomSchema = z.extend(coordinatesSchema, { radius: radiusSchema });
export type Classroom = z.infer<typeof classroomSchema>;

/** Minutes after the start from which a mark is LATE. */
export const DEFAULT_LATE_AFTER_MINUTES = 10;

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

export const newSessionSchema = z
  .object({
    courseId: objectIdSchema,
    date: daySchema,
    startTime: momentSchema,
    endTime: optionalInput(momentSchema),
    useLocation: z._default(z.boolean(), false),
    locationRadius: z._default(radiusSchema, LOCATION_RADIUS.default),
    location: z.optional(z.extend(coordinatesSchema, { radius: z.optional(radiusSchema) })),
    refreshInterval: z._default(refreshIntervalSchema, DEFAULT_REFRESH_INTERVAL),
    lateAfterMinutes: z._default(z.int().check(z.gte(0), z.lte(600)), DEFAULT_LATE_AFTER_MINUTES),
    /** What it leaves out comes from the course's defaults, then from the institution's. */
    policy: z.optional(sessionPolicyChoiceSchema),
  })
  .check(
    z.refine((s) => !s.endTime || Date.parse(s.endTime) > Date.parse(s.startTime), {
      path: ['endTime'],
      message: 'must be after the start time',
    }),
    z.refine((s) => !s.useLocation || s.location, {
      path: ['location'],
      message: 'is required while location verification is on',
    }),
  );
export type NewSession = z.output<typeof newSessionSchema>;

/** Name and code are empty while the service that answers does not know the course; screens say so. */
export const sessionCourseSchema = z.object({ _id: objectIdSchema, name: z.string(), code: z.string() });

export const sessionSchema = z.object({
  _id: objectIdSchema,
  course: sessionCourseSchema,
  teacher: z.object({ _id: userIdSchema, name: z.string() }),
  date: daySchema,
  startTime: momentSchema,
  endTime: z.optional(momentSchema),
  active: z.boolean(),
  lateAfterMinutes: z.int(),
  /** Students marked PRESENT or LATE so far, as this service last heard. */
  attendanceCount: z.int(),
  /** Only in answers to the session's own teacher, as is everything below. */
  location: z.optional(classroomSchema),
  policy: z.optional(sessionPolicySchema),
  /** Only while active. */
  qrCode: z.optional(z.string()),
  codeExpiresAt: z.optional(momentSchema),
  refreshInterval: z.optional(shownIntervalSchema),
});
export type Session = z.infer<typeof sessionSchema>;

export const freshCodeSchema = z.object({
  qrCode: z.string(),
  refreshInterval: shownIntervalSchema,
  /** When the page should show the next code; the server accepts this one a few seconds longer. */
  codeExpiresAt: momentSchema,
});
export type FreshCode = z.infer<typeof freshCodeSchema>;

/** What a scanned code is exchanged for. */
export const verifiedScanSchema = z.object({
  _id: objectIdSchema,
  course: sessionCourseSchema,
  teacher: z.object({ name: z.string() }),
  date: daySchema,
  startTime: momentSchema,
  endTime: z.optional(momentSchema),
  location: z.object({ required: z.boolean(), radius: z.optional(z.number()) }),
  /** What this session asks for, whatever the student's own preferences. */
  requires: requiredChecksSchema,
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
});
export type TicketClaims = z.infer<typeof ticketClaimsSchema>;

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
});
export type ScanClaims = z.infer<typeof scanClaimsSchema>;
