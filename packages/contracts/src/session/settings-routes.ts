import { z } from 'zod/mini';
import { routesOf } from '../route.ts';
import { requiredChecksSchema } from './required-checks.ts';

/** Public settings of the installation. */
const classSettingsSchema = z.object({
  timeZone: z.string(),
  /** The default checks of a class, unless its teacher has chosen other checks. */
  defaultChecks: requiredChecksSchema,
  /** Marks are accepted only from certain networks unless a course or session says otherwise. */
  limitsNetworks: z.boolean(),
  allowUnsigned: z.boolean(),
  codeOpensBeforeMinutes: z.number(),
  codeGraceSeconds: z.number(),
  /** Maximum seconds between the scan and the mark, and between the scan and the sign-in. */
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
