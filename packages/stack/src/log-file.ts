import { mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { createStream } from 'rotating-file-stream';

/** `<name>.log` is rotated to `<name>.log.1` and so on at this size. */
const FILE_SIZE = '10M';
const OLDER_FILES = 3;
export const MAX_LOG_BYTES = 10 * 1024 * 1024 * (1 + OLDER_FILES);

export interface LogFile {
  take: (source: Readable) => void;
  close: () => Promise<void>;
}

/**
 * Only the owner can read the log. Output is dropped if it cannot be written, for example on a full disk, so
 * that the process is never blocked.
 */
export const openLogFile = async (path: string): Promise<LogFile> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const stream = createStream(basename(path), {
    path: dirname(path),
    size: FILE_SIZE,
    rotate: OLDER_FILES,
    mode: 0o600,
  });
  const sources = new Set<Readable>();
  const drop = () => {
    for (const source of sources) source.resume();
  };
  stream.on('error', drop);
  stream.on('close', drop);
  return {
    take: (source) => {
      sources.add(source);
      source.once('close', () => sources.delete(source));
      source.on('error', () => undefined);
      if (stream.destroyed) source.resume();
      else source.pipe(stream, { end: false });
    },
    close: () =>
      new Promise((resolve) => {
        if (stream.destroyed) resolve();
        stream.once('close', resolve);
        stream.end();
      }),
  };
};
