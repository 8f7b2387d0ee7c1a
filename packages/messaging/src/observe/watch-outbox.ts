import type { OutboxStore } from '../outbox/outbox-store.ts';
import type { Metrics } from '@qr-attendance/observability';

/** Every replica reports the events of all outboxes of the service. */
export const watchOutbox = (metrics: Metrics, ...outboxes: Pick<OutboxStore, 'depth'>[]): void =>
  metrics.gauge(
    { name: 'outbox_depth', help: 'Events in the outbox that are not published yet.', labels: [] },
    async () => {
      const depths = await Promise.all(outboxes.map((outbox) => outbox.depth()));
      return [{ labels: {}, value: depths.reduce((sum, depth) => sum + depth, 0) }];
    },
  );
