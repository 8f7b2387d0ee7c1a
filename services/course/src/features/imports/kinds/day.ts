import { daySchema } from '@qr-attendance/contracts';
import { z } from 'zod/mini';

/** A day as `2026-09-28` or `28.09.2026`. */
export const fileDaySchema = z.pipe(
  z.transform((value) => String(value).replace(/^(\d{2})\.(\d{2})\.(\d{4})$/, '$3-$2-$1')),
  daySchema,
);
