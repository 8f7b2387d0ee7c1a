import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Writes lines to a compressed file that only its owner may read. @returns how many */
export const writeLinesFile = async (file: string, lines: AsyncIterable<string>): Promise<number> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  let count = 0;
  const counted = async function* () {
    for await (const line of lines) {
      count += 1;
      yield `${line}\n`;
    }
  };
  await pipeline(Readable.from(counted()), createGzip(), createWriteStream(file, { mode: 0o600 }));
  return count;
};

/** Reads the lines of a file that `writeLinesFile` wrote. @throws Error when it is damaged */
export async function* readLinesFile(file: string): AsyncGenerator<string> {
  const unzipped = createGunzip();
  const read = pipeline(createReadStream(file), unzipped);
  // Told below, when the lines that could be read are through.
  read.catch(() => undefined);
  yield* createInterface({ input: unzipped, crlfDelay: Infinity });
  await read;
}
