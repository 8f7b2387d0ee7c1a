import { createHash } from 'node:crypto';

export interface Tally {
  count: number;
  checksum: string;
}

export async function* tallyLines(
  lines: AsyncIterable<string>,
  report: (tally: Tally) => void,
): AsyncGenerator<string> {
  let count = 0;
  let sum = 0n;
  for await (const line of lines) {
    count += 1;
    sum = BigInt.asUintN(64, sum + createHash('sha256').update(line).digest().readBigUInt64BE());
    yield line;
  }
  report({ count, checksum: sum.toString(16).padStart(16, '0') });
}
