import { z } from 'zod/mini';
import { momentSchema, userIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { powerMessageSchema } from '../security-messages.ts';
import { defineTopic } from './event.ts';

/** Somebody used a power, and the people concerned get an email. */
export const powerUsedSchema = z.object({
  id: z.uuid(),
  what: openEnum(powerMessageSchema),
  at: momentSchema,
  /** Missing for what was done on the command line, or is not known. */
  by: z.optional(userIdSchema),
  receivers: z.array(userIdSchema),
  /** All administrators are receivers, too. */
  administrators: z.boolean(),
  /** The name of the course, unit, term, room or import. */
  object: z.optional(z.string()),
  /** Whom it is about. */
  person: z.optional(userIdSchema),
  role: z.optional(z.string()),
  version: z.int(),
});
export type PowerUsed = z.infer<typeof powerUsedSchema>;
export const coursePowerUsed = defineTopic('course.power-used', 'fact', powerUsedSchema);
export const sessionPowerUsed = defineTopic('session.power-used', 'fact', powerUsedSchema);
