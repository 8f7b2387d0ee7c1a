import { z } from 'zod/mini';
import { coordinatesSchema, daySchema, momentSchema, objectIdSchema, optionalInput } from '../common.ts';
import { MAX_SECTIONS } from '../course/section-schemas.ts';
import { sessionPolicyChoiceSchema } from './policy.ts';
import {
  coveredSectionSchema,
  DEFAULT_REFRESH_INTERVAL,
  lateAfterMinutesSchema,
  LOCATION_RADIUS,
  radiusSchema,
  refreshIntervalSchema,
} from './schemas.ts';

/** Times of day such as `22:00`. */
interface ClassTime {
  start: string;
  end: string;
}

export const MAX_CLASS_MS = 24 * 3_600_000;

/** An end at or before the start is on the next day. */
export const endsNextDay = ({ start, end }: ClassTime): boolean => end <= start;

/** Equal times are more likely a mistake than a class of 24 hours. */
export const isClassTime = ({ start, end }: ClassTime): boolean => start !== end;

// A separate file, because bundlers keep every schema with checks of an imported file.

/** An empty list means all sections of the course. */
export const coveredSectionsSchema = z.array(coveredSectionSchema).check(z.maxLength(MAX_SECTIONS));

/** Some programs cannot read years with more than four digits; other years are typing errors. */
const YEARS = { min: 2000, max: 2999 } as const;
const classTimeSchema = momentSchema.check(
  z.refine((moment) => {
    const year = new Date(moment).getUTCFullYear();
    return year >= YEARS.min && year <= YEARS.max;
  }, `must be in a year from ${YEARS.min} to ${YEARS.max}`),
);

const timeAndPlace = {
  date: daySchema,
  startTime: classTimeSchema,
  endTime: optionalInput(classTimeSchema),
  useLocation: z._default(z.boolean(), false),
  locationRadius: z._default(radiusSchema, LOCATION_RADIUS.default),
  location: z.optional(z.extend(coordinatesSchema, { radius: z.optional(radiusSchema) })),
  /** The location and networks of a newly chosen room replace the location and networks in the request. */
  roomId: optionalInput(objectIdSchema),
  /** The class has neither a room nor a location. */
  online: z.optional(z.boolean()),
};
interface TimeAndPlace {
  startTime: string;
  endTime?: string | undefined;
  useLocation: boolean;
  location?: object | undefined;
  roomId?: string | undefined;
}
const endsAfterStart = z.refine<TimeAndPlace>(
  (s) => !s.endTime || Date.parse(s.endTime) > Date.parse(s.startTime),
  { path: ['endTime'], message: 'must be after the start time' },
);
const isShort = z.refine<TimeAndPlace>(
  (s) => !s.endTime || Date.parse(s.endTime) - Date.parse(s.startTime) <= MAX_CLASS_MS,
  { path: ['endTime'], message: 'must be at most 24 hours after the start time' },
);
const knowsItsPlace = z.refine<TimeAndPlace>(
  (s) => !s.useLocation || s.location !== undefined || s.roomId !== undefined,
  {
    path: ['location'],
    message: 'is required while location verification is on',
  },
);

export const newSessionSchema = z
  .object({
    courseId: objectIdSchema,
    sections: z.optional(coveredSectionsSchema),
    ...timeAndPlace,
    refreshInterval: z._default(refreshIntervalSchema, DEFAULT_REFRESH_INTERVAL),
    /** The course's value applies if absent, or else `DEFAULT_LATE_AFTER_MINUTES`. */
    lateAfterMinutes: z.optional(lateAfterMinutesSchema),
    /** The course's defaults apply to missing fields, then the institution's. */
    policy: z.optional(sessionPolicyChoiceSchema),
  })
  .check(endsAfterStart, isShort, knowsItsPlace);
export type NewSession = z.output<typeof newSessionSchema>;

/** All editable fields of a session; without a policy, the current policy stays. */
export const sessionEditSchema = z
  .object({
    /** The version that the editor saw; the server rejects concurrent edits. */
    version: z.int().check(z.gte(1)),
    /** If absent, the sections stay unchanged. */
    sections: z.optional(coveredSectionsSchema),
    ...timeAndPlace,
    lateAfterMinutes: lateAfterMinutesSchema,
    policy: z.optional(sessionPolicyChoiceSchema),
  })
  .check(endsAfterStart, isShort, knowsItsPlace);
export type SessionEdit = z.output<typeof sessionEditSchema>;
