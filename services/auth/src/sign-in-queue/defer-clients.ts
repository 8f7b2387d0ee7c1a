import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@qr-attendance/server';
import type { DeferredClients } from './deferred-clients.ts';
import type { QueuePlace, QueuePlaces } from './queue-place.ts';

/**
 * Sent away until three quarters of those who may be held come before: there is room then, and the queue is far from
 * empty should hashing be faster than it seemed. A little earlier, since hashes take longest while everybody comes; and
 * nobody for longer than this at once.
 */
const BEFORE_ON_RETURN = 0.75;
const EARLY = 0.8;
const MAX_DEFERRED_SECONDS = 15;
/**
 * While many ignore when they are to come back, being sent away takes a moment: that slows down who asks without end.
 */
const REFUSAL_DELAY_MS = 1_000;
/**
 * As many refusals are delayed at once; what comes on top is refused at once, so that the delay holds no request's slot
 * from others.
 */
const MAX_DELAYED = 128;

/** Somebody with a place in the queue. */
export interface Queued {
  place: QueuePlace;
  account: string;
  /** The number of overtaking clients at the time this client was deferred. */
  since: number | undefined;
}

/** How the queue stands, which says when there is room for one more. */
interface QueueState {
  held: ReadonlySet<Queued>;
  /** As many are held at most. */
  most: () => number;
  msFor: (hashes: number) => number;
  /** Seconds for which nothing is hashed at all; undefined as long as hashing works. */
  pausedFor: () => number | undefined;
}

export const clientLeft = () => new DomainError('unavailable', 'client_left', 'The request was canceled.');

/** Answers those for whom the queue has no room: with a signed place, and when to come back for it. */
export const createSendAway = ({
  state: { held, most, msFor, pausedFor },
  places,
  away,
  countQueued,
}: {
  state: QueueState;
  places: QueuePlaces;
  away: DeferredClients;
  countQueued: () => void;
}) => {
  /** Expects somebody back shortly before their turn. @returns what tells them so */
  const refuse = ({ place, account, since }: Queued): DomainError => {
    const before = [...held].filter((each) => each.place.number < place.number).length;
    const position = before + away.countBefore(place.number) + 1;
    const early = Math.ceil((EARLY * msFor(position - most() * BEFORE_ON_RETURN)) / 1_000);
    const waitSeconds = pausedFor() ?? Math.min(MAX_DEFERRED_SECONDS, Math.max(1, early));
    away.leave(place, waitSeconds, since);
    countQueued();
    return new DomainError(
      'unavailable',
      'sign_in_queued',
      `Many people are signing in right now. You are number ${position} in the queue. Please try again in ${waitSeconds} s.`,
      {
        queuePlace: places.write(place, account),
        position,
        waitSeconds,
        retryAfterSeconds: waitSeconds,
      },
    );
  };

  let delayed = 0;
  return {
    refuse,
    /** Refuses who comes in vain, a moment later while many don't come back when they should. */
    deferClient: async (queued: Queued, signal: AbortSignal): Promise<never> => {
      const refusal = refuse(queued);
      if (away.areManyMissing() && delayed < MAX_DELAYED) {
        delayed += 1;
        await sleep(REFUSAL_DELAY_MS, undefined, { signal, ref: false })
          .catch(() => Promise.reject(clientLeft()))
          .finally(() => (delayed -= 1));
      }
      throw refusal;
    },
  };
};
