import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';

/**
 * Writes a campus as CSV files (RFC 4180, UTF-8, a header row), one per kind of record: `people.csv`,
 * `sections.csv` and so on. Rows are streamed, so memory does not grow with the number of memberships.
 */
export const writeCampus = async (
  campus: Record<string, Iterable<object>>,
  folder: string,
): Promise<Record<string, number>> => {
  await mkdir(folder, { recursive: true });
  const counts: Record<string, number> = {};
  for (const [kind, rows] of Object.entries(campus)) {
    const file = `${kind.replaceAll('_', '-')}.csv`;
    let count = 0;
    const counted = function* countRows() {
      for (const row of rows) {
        count += 1;
        yield row;
      }
    };
    await pipeline(counted, stringify({ header: true }), createWriteStream(join(folder, file)));
    counts[file] = count;
  }
  return counts;
};
