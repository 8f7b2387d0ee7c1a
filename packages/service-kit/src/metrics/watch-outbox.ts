import type { Metrics } from './metrics.ts';

/** Tells how many events wait in an outbox, whose replicas all tell the same. @param outbox its name: few values */
export const watchOutbox = (
  metrics: Metrics,
  outbox: string,
  store: { depth: () => Promise<number> },
): void =>
  metrics.gauge(
    {
      name: 'outbox_depth',
      help: 'Events that are written and not yet published.',
      labels: ['outbox'],
    },
    async () => [{ labels: { outbox }, value: await store.depth() }],
  );
