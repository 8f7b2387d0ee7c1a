import { z } from 'zod/mini';
import { momentSchema, userIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { powerMessageSchema } from '../security-messages.ts';
import { defineTopic } from './event.ts';

/** An action that required a far-reaching permission, about which the auth service emails the people concerned. */
export const powerUsedSchema = z.object({
  id: z.uuid(),
  what: openEnum(powerMessageSchema),
  at: momentSchema,
  /** The person who acted; missing for the command line, or if unknown. */
  by: z.optional(userIdSchema),
  receivers: z.array(userIdSchema),
  /** True if all administrators receive the email too. */
  administrators: z.boolean(),
  /** The name of the course, unit, term, room or import concerned. */
  object: z.optional(z.string()),
  person: z.optional(userIdSchema),
  role: z.optional(z.string()),
  version: z.int(),
});
export type PowerUsed = z.infer<typeof powerUsedSchema>;
export const coursePowerUsed = defineTopic('course.power-used', 'fact', powerUsedSchema);
export const sessionPowerUsed = defineTopic('session.power-used', 'fact', powerUsedSchema);
