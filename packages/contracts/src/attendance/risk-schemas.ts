import { z } from 'zod/mini';
import { objectIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';

/** The device class of a mark; nothing more specific is stored. */
export const deviceKindSchema = z.enum(['ios', 'android', 'computer', 'other']);
export type DeviceKind = z.infer<typeof deviceKindSchema>;

const flagCountsShape = {
  marks: z.int(),
  flagged: z.int(),
  toReview: z.int(),
};
/** Flag rates by device and network of the newest 100,000 marks whose evidence is still stored. */
export const flagRatesSchema = z.object({
  devices: z.array(z.object({ kind: openEnum(deviceKindSchema), ...flagCountsShape })),
  /** Empty if the installation configures no campus networks. */
  networks: z.array(z.object({ onCampus: z.boolean(), ...flagCountsShape })),
});
export type FlagRates = z.infer<typeof flagRatesSchema>;

export const flagRatesQuerySchema = z.object({ courseId: z.optional(objectIdSchema) });
