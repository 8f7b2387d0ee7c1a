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

/** Duration of a presence check. */
export const PRESENCE_CHECK_SECONDS = 60;

/**
 * `waiting`: still to come. `open`: in progress. `over`: it counts. `void`: it does not count, because no
 * projector view showed it to its end; it is repeated.
 */
export const presenceCheckStateSchema = z.enum(['waiting', 'open', 'over', 'void']);

/** The presence check as its own teacher sees it, without the time at which it will start. */
export const presenceCheckSchema = z.object({
  state: openEnum(presenceCheckStateSchema),
  /** Its moment has come, and it waits for a projector view. */
  due: z.optional(z.boolean()),
  /** The start of the last presence check. */
  openedAt: z.optional(momentSchema),
  endsAt: z.optional(momentSchema),
  /** Remaining time of an open check, in ms by the server's clock. */
  endsInMs: z.optional(z.int()),
});
export type PresenceCheck = z.infer<typeof presenceCheckSchema>;

/** Seconds until the teacher's page shows the next code. Specification, section 9. */
export const REFRESH_INTERVALS = [15, 30, 60, 120, 300] as const;
export const DEFAULT_REFRESH_INTERVAL: (typeof REFRESH_INTERVALS)[number] = 30;
export const refreshIntervalSchema = z.literal(REFRESH_INTERVALS);
export type RefreshInterval = z.infer<typeof refreshIntervalSchema>;

/** Any number, because a newer version may offer others. */
const shownIntervalSchema = z.int().check(z.gte(1));

/** Meters around the classroom. Specification, section 9. */
export const LOCATION_RADIUS = { min: 10, max: 1000, default: 100 } as const;
export const radiusSchema = z.number().check(z.gte(LOCATION_RADIUS.min), z.lte(LOCATION_RADIUS.max));
export const classroomSchema = z.extend(coordinatesSchema, { radius: radiusSchema });
export type Classroom = z.infer<typeof classroomSchema>;

/** Minutes after the start from which a mark is LATE; 0: never. */
export const DEFAULT_LATE_AFTER_MINUTES = 10;
export const LATE_AFTER_MINUTES = { min: 0, max: 600 } as const;
export const lateAfterMinutesSchema = z
  .int()
  .check(z.gte(LATE_AFTER_MINUTES.min), z.lte(LATE_AFTER_MINUTES.max));

/** @returns the moment from which scans are late; undefined for never */
export const lateFromOf = ({
  startTime,
  lateAfterMinutes,
}: {
  startTime: string | Date;
  lateAfterMinutes: number;
}): Date | undefined =>
  lateAfterMinutes > 0 ? new Date(new Date(startTime).getTime() + lateAfterMinutes * 60_000) : undefined;

/**
 * `scheduled`: not started. `running`: accepts marks. `ended`: counts, and accepts no more marks. `canceled`:
 * counts nowhere.
 */
export const sessionStateSchema = z.enum(['scheduled', 'running', 'ended', 'canceled']);
export type SessionState = z.infer<typeof sessionStateSchema>;

export const REOPEN_HOURS = 24;

/** The room of a class, as it was when it was chosen. */
export const classRoomNameSchema = z.object({
  id: objectIdSchema,
  name: z.string(),
  building: z.optional(z.string()),
});
export type ClassRoomName = z.infer<typeof classRoomNameSchema>;

/** The most courses of a joint class. */
export const MAX_JOINT_COURSES = 8;

/** A section that a session covers. */
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
  /** Takes place without a room, so it has no fence. */
  online: z.optional(z.boolean()),
  series: z.optional(
    z.object({
      id: objectIdSchema,
      /** Names the class within the series. */
      key: z.string(),
      /** Time and place differ from those of the series. */
      moved: z.optional(z.boolean()),
    }),
  ),
  lateAfterMinutes: z.int(),
  /** Scans from this moment on are late. Missing if nobody can be late, as the planned end comes before. */
  lateFrom: z.optional(momentSchema),
  /** The sections that it covers; missing if it covers all of its course, now and later. */
  sections: z.optional(z.array(coveredSectionSchema)),
  /** All courses of a joint class, its own first, with the sections that it covers. Missing for other classes. */
  courses: z.optional(z.array(jointCourseSchema)),
  /** Number of students marked PRESENT or LATE, as last received by this service. */
  attendanceCount: z.int(),
  /** The caller's role in the course. Only in answers to its staff, as is everything below. */
  role: z.optional(openEnum(courseRoleSchema)),
  location: z.optional(classroomSchema),
  policy: z.optional(sessionPolicySchema),
  /** Present if the policy has a presence check. */
  presenceCheck: z.optional(presenceCheckSchema),
  version: z.optional(z.int()),
  /** Only while the code cannot be scanned yet. */
  codeOpensAt: z.optional(momentSchema),
  /**
   * It has ended, its code was never shown and nobody scanned: nobody is absent until its teacher confirms
   * that the class took place, or cancels it.
   */
  unconfirmed: z.optional(z.boolean()),
  /** It had no end time, and ended because its code was no longer shown. */
  endedUnattended: z.optional(z.boolean()),
  /** Only while it can be reopened. */
  reopenUntil: z.optional(momentSchema),
  /** Only while active and open, and in the answer to its creator, for those who may show it. */
  qrCode: z.optional(z.string()),
  codeExpiresAt: z.optional(momentSchema),
  refreshInterval: z.optional(shownIntervalSchema),
});
export type Session = z.infer<typeof sessionSchema>;

/** A page that opened by itself shows the code, which does not prove that the class takes place. */
export const unattendedSchema = z.object({ unattended: z.optional(flagQuerySchema) });

export const refreshCodeSchema = z.object({
  refreshInterval: z.optional(refreshIntervalSchema),
  /**
   * The code that the page replaces, empty for none. Another current code is returned as it is, so that a
   * repeated request replaces nothing twice.
   */
  replaces: z.optional(z.string().check(z.maxLength(CODE_LENGTH))),
});

export const freshCodeSchema = z.object({
  qrCode: z.string(),
  refreshInterval: shownIntervalSchema,
  /** When the page should show the next code; the server accepts this one a few seconds longer. */
  codeExpiresAt: momentSchema,
  /** The same as a duration, in ms by the server's clock. */
  shownForMs: z.optional(z.int()),
  /** The codes of the coming windows in order, each for one interval. They hold until a page replaces the code. */
  nextCodes: z.optional(z.array(z.string())),
});
export type FreshCode = z.infer<typeof freshCodeSchema>;
