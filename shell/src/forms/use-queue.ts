import { signInQueuedSchema } from '@qr-attendance/contracts';
import { ApiError, classifyFailure, retryDelay } from '@qr-attendance/web-kit';
import { useEffect, useRef, useState } from 'react';
import type { Turn } from '../identity/identity-context.ts';

/** A form that was sent and waits until the server has time for it. */
export interface Wait {
  /** In line; undefined where the server keeps none. */
  position: number | undefined;
  /** When it is sent again, in ms since the epoch. */
  until: number;
}

/** Those who were told the same wait come back spread over this part of it. */
const SPREAD = 0.1;
/** Answers by which the server says that it did nothing: a form may be sent again without being counted twice. */
const NOT_DONE = [429, 503];

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

/**
 * Sends a form that costs the server a password check: where it has too many of them, waits in line and sends again by
 * itself until it is answered, or the person stops waiting. `send` is called with the place in line.
 */
export const useQueue = () => {
  const [wait, setWait] = useState<Wait>();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);

  /** @returns the answer; undefined when the person stopped waiting, or left. @throws what `send` throws, if it is final */
  const untilTurn = async <T>(send: (turn: Turn) => Promise<T>): Promise<T | undefined> => {
    leaving.current?.abort();
    const { signal } = (leaving.current = new AbortController());
    let queuePlace: string | undefined;
    try {
      for (let failures = 0; ; failures += 1) {
        try {
          return await send({ signal, ...(queuePlace && { queuePlace }) });
        } catch (error) {
          const failure = classifyFailure(error);
          const place =
            error instanceof ApiError ? signInQueuedSchema.safeParse(error.details).data : undefined;
          const undone = error instanceof ApiError && NOT_DONE.includes(error.status);
          // Nobody loses a place for an answer that did not come.
          const kept = queuePlace !== undefined && failure.kind === 'unreachable';
          if (signal.aborted || !((failure.kind === 'busy' && undone) || kept)) throw error;
          queuePlace = place?.queuePlace ?? queuePlace;
          const ms = place
            ? place.waitSeconds * 1_000 * (1 + SPREAD * Math.random())
            : retryDelay(failure, failures);
          setWait({ position: place?.position, until: Date.now() + ms });
          await pause(ms, signal);
        }
      }
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      if (leaving.current?.signal === signal) setWait(undefined);
    }
  };
  return { wait, untilTurn, leave: () => leaving.current?.abort() };
};
