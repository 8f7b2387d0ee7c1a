import { z } from 'zod/mini';

/** Seconds until the teacher's page shows the next code. Specification, section 9. */
export const REFRESH_INTERVALS = [15, 30, 60, 120, 300] as const;
export const DEFAULT_REFRESH_INTERVAL: (typeof REFRESH_INTERVALS)[number] = 30;
export const refreshIntervalSchema = z.literal(REFRESH_INTERVALS);
export type RefreshInterval = z.infer<typeof refreshIntervalSchema>;
