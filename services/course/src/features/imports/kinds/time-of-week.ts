import { timeOfDaySchema, weekdaySchema } from '@qr-attendance/contracts';
import { z } from 'zod/mini';

export const fileWeekdaySchema = z.pipe(z.transform(Number), weekdaySchema);

export const fileTimeSchema = timeOfDaySchema;
