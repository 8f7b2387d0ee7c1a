import { z } from 'zod/mini';
import {
  coordinatesSchema,
  daySchema,
  flagQuerySchema,
  momentSchema,
  objectIdSchema,
  userIdSchema,
} from '../common.ts';
import { courseRoleSchema } from '../course/unit-schemas.ts';
import { openEnum } from '../open-enum.ts';
import { sessionPolicySchema } from './policy.ts';
import { CODE_LENGTH, sessionCourseSchema } from './scan-schemas.ts';

export const PRESENCE_CHECK_SECONDS = 60;

/**
 * `waiting`: will start later. `open`: in progress. `over`: ended and counts. `void`: does not count, because
 * no projector view showed it to the end; it is repeated.
 */
export const presenceCheckStateSchema = z.enum(['waiting', 'open', 'over', 'void']);

/** The presence check in answers to the teacher, who must not learn when it will start. */
export const presenceCheckSchema = z.object({
  state: openEnum(presenceCheckStateSchema),
  /** The check should have started and waits for a projector view. */
  due: z.optional(z.boolean()),
  openedAt: z.optional(momentSchema),
  endsAt: z.optional(momentSchema),
  /** Remaining time of an open check, in ms by the server's clock. */
  endsInMs: z.optional(z.int()),
});
export type PresenceCheck = z.infer<typeof presenceCheckSchema>;

/** Interval between codes in seconds. Specification, section 9. */
export const REFRESH_INTERVALS = [15, 30, 60, 120, 300] as const;
export const DEFAULT_REFRESH_INTERVAL: (typeof REFRESH_INTERVALS)[number] = 30;
export const refreshIntervalSchema = z.literal(REFRESH_INTERVALS);
export type RefreshInterval = z.infer<typeof refreshIntervalSchema>;

/** Accepts any number, because a newer release may offer other intervals. */
const shownIntervalSchema = z.int().check(z.gte(1));

/** Radius around the classroom in meters. Specification, section 9. */
export const LOCATION_RADIUS = { min: 10, max: 1000, default: 100 } as const;
export const radiusSchema = z.number().check(z.gte(LOCATION_RADIUS.min), z.lte(LOCATION_RADIUS.max));
export const classroomSchema = z.extend(coordinatesSchema, { radius: radiusSchema });
export type Classroom = z.infer<typeof classroomSchema>;

/** Minutes after the start when marks become LATE; 0 means never. */
export const DEFAULT_LATE_AFTER_MINUTES = 10;
export const LATE_AFTER_MINUTES = { min: 0, max: 600 } as const;
export const lateAfterMinutesSchema = z
  .int()
  .check(z.gte(LATE_AFTER_MINUTES.min), z.lte(LATE_AFTER_MINUTES.max));

/** @returns the moment from which scans are late; undefined if scans are never late */
export const lateFromOf = ({
  startTime,
  lateAfterMinutes,
}: {
  startTime: string | Date;
  lateAfterMinutes: number;
}): Date | undefined =>
  lateAfterMinutes > 0 ? new Date(new Date(startTime).getTime() + lateAfterMinutes * 60_000) : undefined;

/**
 * `scheduled`: not started. `running`: accepts marks. `ended`: counts, and no longer accepts marks.
 * `canceled`: does not count.
 */
export const sessionStateSchema = z.enum(['scheduled', 'running', 'ended', 'canceled']);
export type SessionState = z.infer<typeof sessionStateSchema>;

export const REOPEN_HOURS = 24;

/** The room of a class, with its name at the time it was chosen. */
export const classRoomNameSchema = z.object({
  id: objectIdSchema,
  name: z.string(),
  building: z.optional(z.string()),
});
export type ClassRoomName = z.infer<typeof classRoomNameSchema>;

export const MAX_JOINT_COURSES = 8;

export const coveredSectionSchema = z.object({ courseId: objectIdSchema, sectionId: objectIdSchema });
export type CoveredSection = z.infer<typeof coveredSectionSchema>;

export const jointCourseSchema = z.extend(sessionCourseSchema, {
  sections: z.array(z.object({ id: objectIdSchema, name: z.string() })),
});
export type JointCourse = z.infer<typeof jointCourseSchema>;

export const sessionSchema = z.object({
  _id: objectIdSchema,
  course: sessionCourseSchema,
  teacher: z.object({ _id: userIdSchema, name: z.string() }),
  date: daySchema,
  startTime: momentSchema,
  endTime: z.optional(momentSchema),
  active: z.boolean(),
  state: openEnum(sessionStateSchema),
  canceledAt: z.optional(momentSchema),
  room: z.optional(classRoomNameSchema),
  /** The class takes place without a room, so it has no fence. */
  online: z.optional(z.boolean()),
  series: z.optional(
    z.object({
      id: objectIdSchema,
      /** Identifies the class within the series. */
      key: z.string(),
      /** Time and place differ from those of the series. */
      moved: z.optional(z.boolean()),
    }),
  ),
  lateAfterMinutes: z.int(),
  /**
   * Scans at or after this moment are late. Missing if nobody can be late, because the planned end is
   * earlier.
   */
  lateFrom: z.optional(momentSchema),
  /** The covered sections; missing if the session covers all current and future sections of its course. */
  sections: z.optional(z.array(coveredSectionSchema)),
  /**
   * All courses of a joint class with their covered sections, the session's own course first. Missing for
   * other classes.
   */
  courses: z.optional(z.array(jointCourseSchema)),
  /** Number of students marked PRESENT or LATE, according to the last event from the attendance service. */
  attendanceCount: z.int(),
  /** The caller's role in the course. This field and all below are only in answers to the course's staff. */
  role: z.optional(openEnum(courseRoleSchema)),
  location: z.optional(classroomSchema),
  policy: z.optional(sessionPolicySchema),
  /** Present if the policy has a presence check. */
  presenceCheck: z.optional(presenceCheckSchema),
  version: z.optional(z.int()),
  /** Present only while the code cannot be scanned yet. */
  codeOpensAt: z.optional(momentSchema),
  /**
   * The session ended, its code was never shown and nobody scanned: nobody is absent until the teacher
   * confirms that the class took place, or cancels it.
   */
  unconfirmed: z.optional(z.boolean()),
  /** The session had no end time and was ended automatically, because no page showed its code. */
  endedUnattended: z.optional(z.boolean()),
  /** Present only while the session can be reopened. */
  reopenUntil: z.optional(momentSchema),
  /**
   * Present while the session is active and open, and in the response to its creation; only for callers who
   * may show the code.
   */
  qrCode: z.optional(z.string()),
  codeExpiresAt: z.optional(momentSchema),
  refreshInterval: z.optional(shownIntervalSchema),
});
export type Session = z.infer<typeof sessionSchema>;

/**
 * `unattended`: a page that opened by itself shows the code, which does not prove that the class takes place.
 */
export const unattendedSchema = z.object({ unattended: z.optional(flagQuerySchema) });

export const refreshCodeSchema = z.object({
  refreshInterval: z.optional(refreshIntervalSchema),
  /**
   * The code that the page wants to replace; empty for none. If another code is current, the server returns the
   * current code, so a repeated request replaces no code twice.
   */
  replaces: z.optional(z.string().check(z.maxLength(CODE_LENGTH))),
});

export const freshCodeSchema = z.object({
  qrCode: z.string(),
  refreshInterval: shownIntervalSchema,
  /** When the page should show the next code; the server accepts the current code for a few more seconds. */
  codeExpiresAt: momentSchema,
  /** The time until `codeExpiresAt`, in ms by the server's clock. */
  shownForMs: z.optional(z.int()),
  /** The next codes in order, one per interval. They become invalid when a page replaces the code. */
  nextCodes: z.optional(z.array(z.string())),
});
export type FreshCode = z.infer<typeof freshCodeSchema>;
