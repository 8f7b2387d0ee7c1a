import { daySchema } from '@qr-attendance/contracts';

/** `packages/tables` has read the day. */
export const fileDaySchema = daySchema;
