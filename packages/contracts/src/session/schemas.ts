import { z } from 'zod';
import { requiredChecksSchema, sessionPolicyChoiceSchema, sessionPolicySchema } from './policy.ts';
import { coordinatesSchema, daySchema, momentSchema, objectIdSchema, userIdSchema } from '../common.ts';

/** Seconds a code lives before the teacher's page shows the next. Specification, section 9. */
export const REFRESH_INTERVALS = [15, 30, 60, 120, 300] as const;
export const DEFAULT_REFRESH_INTERVAL = 30;
export const refreshIntervalSchema = z.literal(REFRESH_INTERVALS);

/** Metres around the classroom. Specification, section 9. */
export const LOCATION_RADIUS = { min: 10, max: 1000, default: 100 } as const;
const radiusSchema = z.number().min(LOCATION_RADIUS.min).max(LOCATION_RADIUS.max);
export const classroomSchema = coordinatesSchema.extend({ radius: radiusSchema });
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
export const codeSchema = z
  .string()
  .max(64)
  .transform((typed) => typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1'));

export const newSessionSchema = z
  .object({
    courseId: objectIdSchema,
    date: daySchema,
    startTime: momentSchema,
    endTime: z.union([z.literal('').transform(() => undefined), momentSchema]).optional(),
    useLocation: z.boolean().default(false),
    locationRadius: radiusSchema.default(LOCATION_RADIUS.default),
    location: coordinatesSchema.extend({ radius: radiusSchema.optional() }).optional(),
    refreshInterval: refreshIntervalSchema.default(DEFAULT_REFRESH_INTERVAL),
    lateAfterMinutes: z.number().int().min(0).max(600).default(DEFAULT_LATE_AFTER_MINUTES),
    /** What it leaves out comes from the course's defaults, then from the institution's. */
    policy: sessionPolicyChoiceSchema.optional(),
  })
  .refine((s) => !s.endTime || Date.parse(s.endTime) > Date.parse(s.startTime), {
    path: ['endTime'],
    message: 'must be after the start time',
  })
  .refine((s) => !s.useLocation || s.location, {
    path: ['location'],
    message: 'is required while location verification is on',
  });
export type NewSession = z.output<typeof newSessionSchema>;

export const sessionCourseSchema = z.object({ _id: objectIdSchema, name: z.string(), code: z.string() });

export const sessionSchema = z.object({
  _id: objectIdSchema,
  course: sessionCourseSchema,
  teacher: z.object({ _id: userIdSchema, name: z.string() }),
  date: daySchema,
  startTime: momentSchema,
  endTime: momentSchema.optional(),
  active: z.boolean(),
  lateAfterMinutes: z.number().int(),
  /** Students marked PRESENT or LATE so far, as this service last heard. */
  attendanceCount: z.number().int(),
  /** Only in answers to the session's own teacher, as is everything below. */
  location: classroomSchema.optional(),
  policy: sessionPolicySchema.optional(),
  /** Only while active. */
  qrCode: z.string().optional(),
  codeExpiresAt: momentSchema.optional(),
  refreshInterval: refreshIntervalSchema.optional(),
});
export type Session = z.infer<typeof sessionSchema>;

export const freshCodeSchema = z.object({
  qrCode: z.string(),
  refreshInterval: refreshIntervalSchema,
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
  endTime: momentSchema.optional(),
  location: z.object({ required: z.boolean(), radius: z.number().optional() }),
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
