import { signInQueuedSchema } from '@qr-attendance/contracts';
import { ApiError, classifyFailure, pause, retryDelay } from '@qr-attendance/web-kit';
import { useEffect, useRef, useState } from 'react';
import type { SignInTurn } from '../identity/identity-context.ts';

export interface QueueWait {
  position: number | undefined;
  until: number;
  /** Whether wrong passwords of another person have caused the wait. */
  isSlowed: boolean;
}

/** Random share that spreads clients with the same wait. */
const SPREAD = 0.1;
/** Statuses after which repeating a form is safe, because the server did nothing. */
const NOT_DONE = [429, 503];

/**
 * Submits a form that requires an expensive password check. If the server is busy, the form waits in the
 * queue and is submitted again until the server accepts or rejects it, or the user stops waiting. `send`
 * receives the queue position.
 */
export const useQueue = () => {
  const [wait, setWait] = useState<QueueWait>();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);

  /** Returns undefined if the user stopped waiting or left. Rethrows final errors of `send`. */
  const submitInTurn = async <T>(send: (turn: SignInTurn) => Promise<T>): Promise<T | undefined> => {
    leaving.current?.abort();
    const { signal } = (leaving.current = new AbortController());
    let queuePlace: string | undefined;
    try {
      for (let failures = 0; ; failures += 1) {
        try {
          return await send({ signal, ...(queuePlace && { queuePlace }) });
        } catch (error) {
          const failure = classifyFailure(error);
          const queued =
            error instanceof ApiError ? signInQueuedSchema.safeParse(error.details).data : undefined;
          const isUnprocessed = error instanceof ApiError && NOT_DONE.includes(error.status);
          // A lost response does not lose the position in the queue.
          const hasPosition = queuePlace !== undefined && failure.kind === 'unreachable';
          if (signal.aborted || !((failure.kind === 'busy' && isUnprocessed) || hasPosition)) throw error;
          queuePlace = queued?.queuePlace ?? queuePlace;
          const ms = queued
            ? queued.waitSeconds * 1_000 * (1 + SPREAD * Math.random())
            : retryDelay(failure, failures);
          const isSlowed = error instanceof ApiError && error.code === 'sign_in_slowed';
          setWait({ position: queued?.position, until: Date.now() + ms, isSlowed });
          await pause(ms, signal);
          signal.throwIfAborted();
        }
      }
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      if (leaving.current?.signal === signal) setWait(undefined);
    }
  };
  return { wait, submitInTurn, leave: () => leaving.current?.abort() };
};
