import { setTimeout as sleep } from 'node:timers/promises';
import { clientLeft, DomainError } from '@qr-attendance/server';
import type { DeferredClients } from './deferred-clients.ts';
import type { QueuePlace, QueuePlaces } from './queue-place.ts';

/**
 * Clients return when about a quarter of the requests before them remain: then there is space, and the queue
 * is far from empty even if hashing becomes faster. The estimate is shortened, because hashes take longest
 * while everybody arrives.
 */
const SHARE_BEFORE_ON_RETURN = 0.75;
const EARLY_FACTOR = 0.8;
const MAX_DEFERRED_SECONDS = 15;
/**
 * While many clients ignore the delay, rejections are delayed, too, which slows down clients that retry
 * endlessly.
 */
const REFUSAL_DELAY_MS = 1_000;
/**
 * Maximum number of delayed rejections, so that they do not use up the request slots; further ones are sent
 * at once.
 */
const MAX_DELAYED = 128;

export interface QueuedClient {
  place: QueuePlace;
  account: string;
  since: number | undefined;
  /** Wrong passwords came from the network, so its unknown browsers take turns. */
  isSlowed?: boolean;
}

interface QueueState {
  held: ReadonlySet<QueuedClient>;
  maxHeld: () => number;
  msFor: (hashes: number) => number;
  /** Seconds until hashing is retried; undefined while it works. */
  pausedFor: () => number | undefined;
}

/** Answers clients for which the queue has no space with a signed place and a time at which to return. */
export const createDeferral = ({
  state: { held, maxHeld, msFor, pausedFor },
  places,
  deferred,
  countQueued,
}: {
  state: QueueState;
  places: QueuePlaces;
  deferred: DeferredClients;
  countQueued: () => void;
}) => {
  const refuse = ({ place, account, since, isSlowed = false }: QueuedClient): DomainError => {
    const before = [...held].filter((each) => each.place.number < place.number).length;
    const position = before + deferred.countBefore(place.number) + 1;
    const early = Math.ceil((EARLY_FACTOR * msFor(position - maxHeld() * SHARE_BEFORE_ON_RETURN)) / 1_000);
    const waitSeconds = pausedFor() ?? Math.min(MAX_DEFERRED_SECONDS, Math.max(1, early));
    deferred.leave(place, waitSeconds, since);
    countQueued();
    return new DomainError(
      'unavailable',
      isSlowed ? 'sign_in_slowed' : 'sign_in_queued',
      isSlowed
        ? `Many wrong passwords come from your network, so new browsers sign in one after another. Please try again in ${waitSeconds} s, or get a sign-in link by email.`
        : `Many people are signing in right now. You are number ${position} in the queue. Please try again in ${waitSeconds} s.`,
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
    deferClient: async (queued: QueuedClient, signal: AbortSignal): Promise<never> => {
      const refusal = refuse(queued);
      if (deferred.areManyMissing() && delayed < MAX_DELAYED) {
        delayed += 1;
        await sleep(REFUSAL_DELAY_MS, undefined, { signal, ref: false })
          .catch(() => Promise.reject(clientLeft()))
          .finally(() => (delayed -= 1));
      }
      throw refusal;
    },
  };
};
