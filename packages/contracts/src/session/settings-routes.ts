import { z } from 'zod/mini';
import { routesOf } from '../route.ts';
import { requiredChecksSchema } from './required-checks.ts';

/** Settings of the installation that people notice. None is secret. */
const classSettingsSchema = z.object({
  timeZone: z.string(),
  /** The checks of a class unless its teacher chooses others. */
  defaultChecks: requiredChecksSchema,
  /** Marks count from some networks alone by default. */
  limitsNetworks: z.boolean(),
  allowUnsigned: z.boolean(),
  codeOpensBeforeMinutes: z.number(),
  codeGraceSeconds: z.number(),
  /** Seconds to mark after the scan, and to sign in after it. */
  markSeconds: z.number(),
  signInSeconds: z.number(),
  openEndedHours: z.number(),
  seriesHorizonDays: z.number(),
});
export type ClassSettings = z.infer<typeof classSettingsSchema>;

const { get } = routesOf('session');

export const getClassSettings = get('/api/sessions/settings', {
  summary: 'Get the settings of classes and codes',
  access: 'staff',
  grants: 'reads',
  answer: classSettingsSchema,
});
