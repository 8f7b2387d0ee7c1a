import { Piscina } from 'piscina';
import type { FileToRead, ReadFile } from './read-events-in-thread.ts';

/** Includes the start of the thread. The largest file within the other limits takes about a second. */
const MAX_READ_MS = 5_000;
/**
 * A file can keep the library busy in one call forever, or until memory runs out. In a thread with limits of
 * time and memory, it cannot affect other requests.
 */
const threads = new Piscina<FileToRead, ReadFile>({
  filename: new URL('read-events-in-thread.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
});

/** Reading also stops when the client disconnects. */
export const readInThread = (file: FileToRead, left: AbortSignal): Promise<ReadFile> => {
  const signal = AbortSignal.any([left, AbortSignal.timeout(MAX_READ_MS)]);
  return threads.run(file, { signal });
};
