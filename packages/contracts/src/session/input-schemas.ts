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

/** No class lasts longer. */
export const MAX_CLASS_MS = 24 * 3_600_000;

/** A time at or after midnight belongs to the next day. */
export const endsNextDay = ({ start, end }: ClassTime): boolean => end <= start;

/** Two equal times are a mistake rather than a class of 24 hours. */
export const isClassTime = ({ start, end }: ClassTime): boolean => start !== end;

// A separate file, because a bundler keeps schemas with checks if anything else of their file is used.

/** All sections of the course if empty. */
export const coveredSectionsSchema = z.array(coveredSectionSchema).check(z.maxLength(MAX_SECTIONS));

/** Not every program reads years of more than four digits, and no class is planned in another millennium. */
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
  /** A newly chosen room brings its location and networks; they replace the given ones. */
  roomId: optionalInput(objectIdSchema),
  /** Without room and location. */
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
    /** The default is the course's value, or else `DEFAULT_LATE_AFTER_MINUTES`. */
    lateAfterMinutes: z.optional(lateAfterMinutesSchema),
    /** Missing fields come from the course's defaults, then from the institution's. */
    policy: z.optional(sessionPolicyChoiceSchema),
  })
  .check(endsAfterStart, isShort, knowsItsPlace);
export type NewSession = z.output<typeof newSessionSchema>;

/** All editable fields of a session; a missing policy stays unchanged. */
export const sessionEditSchema = z
  .object({
    /** The version that was edited, so that concurrent edits do not overwrite each other. */
    version: z.int().check(z.gte(1)),
    /** Missing: unchanged. */
    sections: z.optional(coveredSectionsSchema),
    ...timeAndPlace,
    lateAfterMinutes: lateAfterMinutesSchema,
    policy: z.optional(sessionPolicyChoiceSchema),
  })
  .check(endsAfterStart, isShort, knowsItsPlace);
export type SessionEdit = z.output<typeof sessionEditSchema>;
