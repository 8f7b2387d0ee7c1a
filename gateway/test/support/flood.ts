import { setTimeout as pause } from 'node:timers/promises';
import { openRaw, type RawConnection } from './raw-connection.ts';
import { rawRequest } from './raw-request.ts';

const ATTACKER = '127.0.0.2';
/** Without a pause, the flooding process itself would be the bottleneck. */
const PAUSE_MS = 1_000;

export const flood = (port: number, count: number, bytes: Buffer): (() => void) => {
  const open = new Set<RawConnection>();
  let over = false;
  const attack = async (): Promise<void> => {
    while (!over) {
      const connection = await openRaw(port, bytes, ATTACKER).catch(() => undefined);
      if (!connection) {
        await pause(PAUSE_MS);
        continue;
      }
      open.add(connection);
      if (over) connection.socket.destroy();
      if (connection.isOpen()) await new Promise((left) => connection.socket.once('close', left));
      open.delete(connection);
      await pause(PAUSE_MS);
    }
  };
  for (let n = 0; n < count; n += 1) void attack();
  return () => {
    over = true;
    for (const { socket } of open) socket.destroy();
  };
};

const MIN_REQUESTS = 200;

export const sendHonestRequests = async (
  port: number,
  forMs: number,
): Promise<{ asked: number; answered: number; statuses: Record<string, number> }> => {
  const statuses: Record<string, number> = {};
  const asked = () => Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const until = performance.now() + forMs;
  const ask = async (): Promise<void> => {
    while (performance.now() < until || asked() < MIN_REQUESTS) {
      const status = await rawRequest(port, '/api/attendance', {
        method: 'POST',
        body: '{"ticket":"x"}',
      }).then(
        (answer) => String(answer.status),
        (error: unknown) => String((error as NodeJS.ErrnoException).code),
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 10 }, ask));
  return { asked: asked(), answered: statuses['200'] ?? 0, statuses };
};
