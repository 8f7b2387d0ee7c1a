import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createExportPace } from '../src/features/reports/export-pace.ts';

/** A clock that advances only during waits, or not at all. */
const createPace = ({ stands = false } = {}) => {
  let now = 0;
  const waits: number[] = [];
  const pause = (ms: number): Promise<void> => {
    waits.push(ms);
    if (!stands) now += ms;
    return Promise.resolve();
  };
  const pace = createExportPace({ now: () => now, pause });
  return { pace, waits, passTime: (ms: number) => (now += ms) };
};
const PIECES = ['a', 'b', 'c'].map((letter) => Buffer.alloc(80_000, letter));
const PIECE_MS = 50;
const read = () => Readable.from(PIECES) as AsyncIterable<Buffer>;
const drain = async (pieces: AsyncIterable<Buffer>): Promise<Buffer[]> => {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
};

describe('the rate limit of exports', () => {
  it('does not apply while no student marks', async () => {
    const { pace, waits } = createPace();
    expect(await drain(pace.pass(read()))).toEqual(PIECES);
    expect(waits).toEqual([]);
  });

  it('delays all chunks but the first while students mark', async () => {
    const { pace, waits } = createPace();
    pace.noteMark();
    const pieces = pace.pass(read());
    expect(await pieces.next()).toEqual({ done: false, value: PIECES[0] });
    expect(waits).toEqual([]);
    expect(await drain(pieces)).toEqual(PIECES.slice(1));
    expect(waits).toEqual(PIECES.map(() => PIECE_MS));
  });

  it('is shared by all exports of a process', async () => {
    const { pace, waits } = createPace({ stands: true });
    pace.noteMark();
    const [one, other] = [pace.pass(read()), pace.pass(read())];
    await Promise.all([one.next(), other.next()]);
    await Promise.all([one.next(), other.next()]);
    // The first export waits for one piece, and the second one for the pieces of both.
    expect(waits).toEqual([PIECE_MS, 2 * PIECE_MS]);
  });

  it('no longer applies once the marks have stopped', async () => {
    const { pace, waits, passTime } = createPace();
    pace.noteMark();
    passTime(2_001);
    expect(await drain(pace.pass(read()))).toEqual(PIECES);
    expect(waits).toEqual([]);
  });

  it('stops reading when the client disconnects', async () => {
    const { pace } = createPace();
    let isStopped = false;
    const endless = async function* () {
      try {
        for (;;) yield await Promise.resolve(Buffer.from('line'));
      } finally {
        isStopped = true;
      }
    };
    for await (const piece of pace.pass(endless())) {
      void piece;
      break;
    }
    expect(isStopped).toBe(true);
  });
});
