import { timeOfDaySchema, weekdaySchema } from '@qr-attendance/contracts';
import { z } from 'zod/mini';

/** `packages/tables` has read the weekday as a number, `1` for Monday. */
export const fileWeekdaySchema = z.pipe(z.transform(Number), weekdaySchema);

/** `packages/tables` has read the time. */
export const fileTimeSchema = timeOfDaySchema;
