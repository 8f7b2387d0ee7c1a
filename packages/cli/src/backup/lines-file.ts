import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

export interface BackupFiles {
  write: (path: string, lines: AsyncIterable<string>) => Promise<void>;
  read: (path: string) => AsyncIterable<string>;
}

export const compressLines = (lines: AsyncIterable<string>): Readable => {
  const withEnds = async function* () {
    for await (const line of lines) yield `${line}\n`;
  };
  const compressed = createGzip();
  // An error also ends the compressed stream, so the consumer of that stream receives it.
  pipeline(Readable.from(withEnds()), compressed).catch(() => undefined);
  return compressed;
};

export async function* readCompressedLines(compressed: Readable): AsyncGenerator<string> {
  const unzipped = createGunzip();
  const read = pipeline(compressed, unzipped);
  // The error is reported below, after all readable lines.
  read.catch(() => undefined);
  yield* createInterface({ input: unzipped, crlfDelay: Infinity });
  await read;
}

export const writeLinesFile = async (file: string, lines: AsyncIterable<string>): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await pipeline(compressLines(lines), createWriteStream(file, { mode: 0o600 }));
};

export const readLinesFile = (file: string): AsyncGenerator<string> =>
  readCompressedLines(createReadStream(file));

export const folderFiles = (folder: string): BackupFiles => ({
  write: (path, lines) => writeLinesFile(join(folder, path), lines),
  read: (path) => readLinesFile(join(folder, path)),
});
