import { openConnection, send } from './send.ts';
import type { PreparedRequest } from './mark-request.ts';

/** The outcome of connections that each send the next request after the previous answer. */
export interface LoopOutcome {
  perSecond: number;
  latencies: number[];
  others: Map<number, number>;
  seconds: number;
  full: boolean;
}

export const runClosedLoop = async ({
  url,
  connections,
  requests,
  ms,
  wanted,
}: {
  url: string;
  connections: number;
  requests: Iterator<PreparedRequest>;
  ms: number;
  wanted: number;
}): Promise<LoopOutcome> => {
  const clients = Array.from({ length: connections }, () => openConnection(url));
  const latencies: number[] = [];
  const others = new Map<number, number>();
  const began = performance.now();
  let full = true;
  let lastAt = began;

  const drive = async (client: (typeof clients)[number]): Promise<void> => {
    while (performance.now() - began < ms) {
      const next = requests.next();
      if (next.done) {
        full = false;
        return;
      }
      const { status, sentAt, answeredAt } = await send(client, next.value);
      lastAt = Math.max(lastAt, answeredAt);
      if (status === wanted) latencies.push(answeredAt - sentAt);
      else others.set(status, (others.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(clients.map(drive));
  await Promise.all(clients.map((client) => client.close()));
  const seconds = (lastAt - began) / 1_000;
  return { perSecond: latencies.length / seconds, latencies, others, seconds, full };
};
