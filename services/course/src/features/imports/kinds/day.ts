import { daySchema } from '@qr-attendance/contracts';

/** `packages/tables` has already normalized the day. */
export const fileDaySchema = daySchema;
