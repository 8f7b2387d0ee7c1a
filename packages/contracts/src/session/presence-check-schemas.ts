import { z } from 'zod/mini';
import { momentSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';

/** Duration of a presence check. */
export const PRESENCE_CHECK_SECONDS = 60;

/**
 * `waiting`: still to come. `open`: in progress. `over`: it counts. `void`: it does not count, because no
 * projector view showed it to its end; it is repeated.
 */
export const presenceCheckStateSchema = z.enum(['waiting', 'open', 'over', 'void']);

/** The presence check as its own teacher sees it, without the time at which it will start. */
export const presenceCheckSchema = z.object({
  state: openEnum(presenceCheckStateSchema),
  /** Its moment has come, and it waits for a projector view. */
  due: z.optional(z.boolean()),
  /** The start of the last presence check. */
  openedAt: z.optional(momentSchema),
  endsAt: z.optional(momentSchema),
  /** Remaining time of an open check, in ms by the server's clock. */
  endsInMs: z.optional(z.int()),
});
export type PresenceCheck = z.infer<typeof presenceCheckSchema>;
