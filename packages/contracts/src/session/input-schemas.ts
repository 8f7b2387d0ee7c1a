import { z } from 'zod/mini';
import { coordinatesSchema, daySchema, momentSchema, objectIdSchema, optionalInput } from '../common.ts';
import { sessionPolicyChoiceSchema } from './policy.ts';
import {
  DEFAULT_REFRESH_INTERVAL,
  lateAfterMinutesSchema,
  LOCATION_RADIUS,
  radiusSchema,
  refreshIntervalSchema,
} from './schemas.ts';

// In a file of their own: a bundler keeps schemas with checks wherever anything else of their file is used.

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
    /** Left out: the course's default, else `DEFAULT_LATE_AFTER_MINUTES`. */
    lateAfterMinutes: z.optional(lateAfterMinutesSchema),
    /** Fields that are missing come from the course's defaults, then from the institution's. */
    policy: z.optional(sessionPolicyChoiceSchema),
  })
  .check(endsAfterStart, knowsItsPlace);
export type NewSession = z.output<typeof newSessionSchema>;

/** The whole of what can be changed in a session; only what it requires may be left out, and then stays. */
export const sessionEditSchema = z
  .object({
    /** The version that was edited, so that two people who edit at once do not undo each other's work. */
    version: z.int().check(z.gte(1)),
    ...timeAndPlace,
    lateAfterMinutes: lateAfterMinutesSchema,
    policy: z.optional(sessionPolicyChoiceSchema),
  })
  .check(endsAfterStart, knowsItsPlace);
export type SessionEdit = z.output<typeof sessionEditSchema>;
