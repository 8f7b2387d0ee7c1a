import { type Metrics, watchBreaker } from '@qr-attendance/observability';
import CircuitBreaker from 'opossum';
import type { BreakerKind } from './breakers.ts';

type Work = () => Promise<unknown>;

/** Creates one of the breakers listed in `BREAKERS`. It opens when half of at least five attempts failed. */
export const createBreaker = (
  _kind: BreakerKind,
  {
    name,
    metrics,
    resetMs,
    timeoutMs = false,
    isIgnored,
  }: {
    name: string;
    metrics?: Metrics | undefined;
    resetMs: number;
    timeoutMs?: number | false;
    /** Errors that do not show a problem of the protected service; they count as successes. */
    isIgnored?: (error: unknown) => boolean;
  },
) => {
  const breaker = new CircuitBreaker<[Work], unknown>((work) => work(), {
    name,
    timeout: timeoutMs,
    errorThresholdPercentage: 50,
    volumeThreshold: 5,
    resetTimeout: resetMs,
    ...(isIgnored && { errorFilter: isIgnored }),
  });
  if (metrics) watchBreaker(metrics, name, breaker);
  const report = (outcome: Work): void => void breaker.fire(outcome).catch(() => undefined);
  return {
    isClosed: (): boolean => breaker.closed,
    isOpen: (): boolean => breaker.opened,
    isTrying: (): boolean => breaker.halfOpen,
    onOpen: (notify: () => void): void => void breaker.on('open', notify),
    onClose: (notify: () => void): void => void breaker.on('close', notify),
    /** @throws what the work throws, or an error at once while the breaker is open */
    run: <Result>(work: () => Promise<Result>): Promise<Result> => breaker.fire(work) as Promise<Result>,
    /** Like `run`, for work that its sender can make slow: time-outs do not count. */
    runCostly: async <Result>(
      work: () => Promise<Result>,
      isTimeout: (error: unknown) => boolean,
    ): Promise<Result> => {
      if (!breaker.closed) return breaker.fire(work) as Promise<Result>;
      try {
        const result = await work();
        report(() => Promise.resolve());
        return result;
      } catch (error) {
        if (!isTimeout(error)) report(() => Promise.reject(error));
        throw error;
      }
    },
    shutdown: (): void => breaker.shutdown(),
  };
};
export type Breaker = ReturnType<typeof createBreaker>;
