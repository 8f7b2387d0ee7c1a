import { z } from 'zod/mini';

/** Settings of the installation that people notice. None is secret. */
export const attendanceSettingsSchema = z.object({
  selfieRetentionDays: z.number(),
  markDetailsRetentionDays: z.number(),
  /** Marks from elsewhere are a weak signal of risk. */
  knowsCampusNetworks: z.boolean(),
  issuesReceipts: z.boolean(),
});
export type AttendanceSettings = z.infer<typeof attendanceSettingsSchema>;
