import { z } from 'zod/mini';
import { momentSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';

/** How long the wall asks once more. */
export const PRESENCE_CHECK_SECONDS = 60;

/**
 * `waiting`: still to come. `open`: the wall asks now. `over`: it counts. `void`: it doesn't, as no wall showed it to its end;
 * the class is asked again.
 */
export const presenceCheckStateSchema = z.enum(['waiting', 'open', 'over', 'void']);

/** The presence check of a session, as its own teacher is told. Never when it will be. */
export const presenceCheckSchema = z.object({
  state: openEnum(presenceCheckStateSchema),
  /** Its moment has come, and it waits for a wall that shows the code. */
  due: z.optional(z.boolean()),
  /** The start of the last presence check. */
  openedAt: z.optional(momentSchema),
  endsAt: z.optional(momentSchema),
  /** How long the open one still asks, in ms by the server's clock. */
  endsInMs: z.optional(z.int()),
});
export type PresenceCheck = z.infer<typeof presenceCheckSchema>;
