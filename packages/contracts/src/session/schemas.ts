import { z } from 'zod/mini';
import { openEnum } from '../open-enum.ts';
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

/** Minutes after the start from which a mark is LATE; 0: never. */
export const DEFAULT_LATE_AFTER_MINUTES = 10;
export const LATE_AFTER_MINUTES = { min: 0, max: 600 } as const;
const lateAfterMinutesSchema = z.int().check(z.gte(LATE_AFTER_MINUTES.min), z.lte(LATE_AFTER_MINUTES.max));

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

const timeAndPlace = {
  date: daySchema,
  startTime: momentSchema,
  endTime: optionalInput(momentSchema),
  useLocation: z._default(z.boolean(), false),
  locationRadius: z._default(radiusSchema, LOCATION_RADIUS.default),
  location: z.optional(z.extend(coordinatesSchema, { radius: z.optional(radiusSchema) })),
};
interface TimeAndPlace {
  startTime: string;
  endTime?: string | undefined;
  useLocation: boolean;
  location?: object | undefined;
}
const endsAfterStart = z.refine<TimeAndPlace>(
  (s) => !s.endTime || Date.parse(s.endTime) > Date.parse(s.startTime),
  { path: ['endTime'], message: 'must be after the start time' },
);
const knowsItsPlace = z.refine<TimeAndPlace>((s) => !s.useLocation || s.location !== undefined, {
  path: ['location'],
  message: 'is required while location verification is on',
});

export const newSessionSchema = z
  .object({
    courseId: objectIdSchema,
    ...timeAndPlace,
    refreshInterval: z._default(refreshIntervalSchema, DEFAULT_REFRESH_INTERVAL),
    lateAfterMinutes: z._default(lateAfterMinutesSchema, DEFAULT_LATE_AFTER_MINUTES),
    /** What it leaves out comes from the course's defaults, then from the institution's. */
    policy: z.optional(sessionPolicyChoiceSchema),
  })
  .check(endsAfterStart, knowsItsPlace);
export type NewSession = z.output<typeof newSessionSchema>;

/** The whole of what can be changed in a session; only what it requires may be left out, and then stays. */
export const sessionEditSchema = z
  .object({
    /** Of the session that was changed: two who edit at once do not undo each other's work. */
    version: z.int().check(z.gte(1)),
    ...timeAndPlace,
    lateAfterMinutes: lateAfterMinutesSchema,
    policy: z.optional(sessionPolicyChoiceSchema),
  })
  .check(endsAfterStart, knowsItsPlace);
export type SessionEdit = z.output<typeof sessionEditSchema>;

/**
 * `scheduled`: its start is still to come. `running`: it takes marks. `ended`: it counts, and takes no more.
 * `canceled`: it counts nowhere.
 */
export const sessionStateSchema = z.enum(['scheduled', 'running', 'ended', 'canceled']);
export type SessionState = z.infer<typeof sessionStateSchema>;

/** How long a canceled session can be reopened. */
export const REOPEN_HOURS = 24;

/** Name and code are empty while the service that answers does not know the course; screens say so. */
export const sessionCourseSchema = z.object({ _id: objectIdSchema, name: z.string(), code: z.string() });

export const sessionSchema = z.object({
  _id: objectIdSchema,
  course: sessionCourseSchema,
  teacher: z.object({ _id: userIdSchema, name: z.string() }),
  date: daySchema,
  startTime: momentSchema,
  endTime: z.optional(momentSchema),
  /** Scheduled or running. */
  active: z.boolean(),
  /** As of the answer; not told by the release before. */
  state: z.optional(openEnum(sessionStateSchema)),
  /** Only when it is canceled. */
  canceledAt: z.optional(momentSchema),
  lateAfterMinutes: z.int(),
  /** Students marked PRESENT or LATE so far, as this service last heard. */
  attendanceCount: z.int(),
  /** Only in answers to the session's own teacher, as is everything below. */
  location: z.optional(classroomSchema),
  policy: z.optional(sessionPolicySchema),
  /** To be sent along with an edit. */
  version: z.optional(z.int()),
  /** From when its code is shown and can be scanned; only while that is to come. */
  codeOpensAt: z.optional(momentSchema),
  /** Until when it can be reopened; only while it can. */
  reopenUntil: z.optional(momentSchema),
  /** Only while active and open; and in the answer to who created it. */
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
  /** How long until it starts, in ms by the server's clock; only before its start. */
  startsInMs: z.optional(z.int()),
  location: z.object({ required: z.boolean(), radius: z.optional(z.number()) }),
  /** What this session asks for, whatever the student's own preferences. */
  requires: requiredChecksSchema,
  /** Whether the student is in the course; missing where nobody could say, and to teachers. */
  enrolled: z.optional(z.boolean()),
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
/** With when it was issued, in seconds since 1970, as the signer of every token adds. */
export const datedTicketClaimsSchema = z.extend(ticketClaimsSchema, { iat: z.number() });

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
