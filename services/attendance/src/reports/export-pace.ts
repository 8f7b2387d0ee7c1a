import { setTimeout as pause } from 'node:timers/promises';

/** How long after a mark the next one of a hall is expected. */
const RUSH_MS = 2_000;
/** While marks come, what all exports of a process together pass on: some 20,000 rows a second. */
const BYTES_PER_MS = 1_600;

const clock = { now: () => performance.now(), pause: (ms: number): Promise<unknown> => pause(ms) };

/**
 * Exports at full speed while nobody marks, and at a walk while a hall does. A fixed pace, as what is measured on the way says
 * nothing: the database writes ahead into the buffers between, and stops where they are full.
 */
export const createExportPace = ({ now, pause: wait } = clock) => {
  let lastMark = -Infinity;
  let next = -Infinity;
  return {
    /** Somebody marks. */
    noteMark: (): void => {
      lastMark = now();
    },
    /** The same pieces, each after its turn; the first at once. */
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
