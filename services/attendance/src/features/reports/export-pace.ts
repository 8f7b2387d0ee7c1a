import { setTimeout as pause } from 'node:timers/promises';

const RUSH_MS = 2_000;
const BYTES_PER_MS = 1_600;

const clock = { now: () => performance.now(), pause: (ms: number): Promise<unknown> => pause(ms) };

/**
 * Slows exports down while a hall marks. The pace is fixed, because a measured throughput would only reflect
 * the buffers between database and reader.
 */
export const createExportPace = ({ now, pause: wait } = clock) => {
  let lastMark = -Infinity;
  let next = -Infinity;
  return {
    noteMark: (): void => {
      lastMark = now();
    },
    async *pass(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const piece of pieces) {
        yield piece;
        const at = now();
        if (at - lastMark > RUSH_MS) continue;
        next = Math.max(next, at) + piece.length / BYTES_PER_MS;
        await wait(next - at);
      }
    },
  };
};
export type ExportPace = ReturnType<typeof createExportPace>;
