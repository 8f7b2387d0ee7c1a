import { z } from 'zod/mini';
import { objectIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';

/** The coarse class of what a mark was made with; nothing finer is kept. */
export const deviceKindSchema = z.enum(['ios', 'android', 'computer', 'other']);
export type DeviceKind = z.infer<typeof deviceKindSchema>;

const flagCountsShape = {
  marks: z.int(),
  /** With any signal. */
  flagged: z.int(),
  toReview: z.int(),
};
/** How often marks are flagged by what they were made with: of the newest 100,000, while their details are kept. */
export const flagRatesSchema = z.object({
  devices: z.array(z.object({ kind: openEnum(deviceKindSchema), ...flagCountsShape })),
  /** Empty where the installation names no networks of its campus. */
  networks: z.array(z.object({ onCampus: z.boolean(), ...flagCountsShape })),
});
export type FlagRates = z.infer<typeof flagRatesSchema>;

export const flagRatesQuerySchema = z.object({ courseId: z.optional(objectIdSchema) });
