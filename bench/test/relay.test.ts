import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { timeToRead } from '../src/decoding/changing-codes.ts';
import { detectionRate, estimateDetection, rocOf, sequenceMedians } from '../src/relay/detection.ts';
import { openPacketRelay, reachedAt } from '../src/relay/packet-relay.ts';
import { analyze, fromCsv, latenessOf, toCsv } from '../src/relay/samples.ts';

const hundred = Array.from({ length: 100 }, (_nothing, index) => index + 1);

it('a detection rate allows one honest reading of a hundred to be late', () => {
  expect(detectionRate(hundred, [99, 100, 101, 102])).toBe(0.75);
  expect(detectionRate(hundred, hundred)).toBe(0.01);
});

it('a detection rate lies in its interval, which is the same from the same seed', () => {
  const relayed = hundred.map((ms) => ms + 50);
  const estimate = estimateDetection(hundred, relayed, { block: 1, seed: 1 });
  expect(estimate.low).toBeLessThanOrEqual(estimate.rate);
  expect(estimate.high).toBeGreaterThanOrEqual(estimate.rate);
  expect(estimateDetection(hundred, relayed, { block: 1, seed: 1 })).toEqual(estimate);
});

it('a sequence is judged by the middle one of three readings that follow each other', () => {
  expect(sequenceMedians([5, 1, 9, 2])).toEqual([5, 2]);
});

it('a curve of what is found begins at nothing and ends at everything', () => {
  const curve = rocOf([1, 2], [2, 3]);
  expect(curve).toEqual([
    [0, 0],
    [0, 0.5],
    [0.5, 1],
    [1, 1],
  ]);
});

it('samples are kept as they were, and lateness leaves out what the connection took', () => {
  const sample = { cell: 'honest +150', code: 7, decodedMs: 90, arrivedMs: 240, roundTripMs: 300.5 };
  expect(fromCsv(toCsv([sample]))).toEqual([sample]);
  expect(latenessOf(sample)).toBe(240 - 150.25);
  expect(() => fromCsv('cell\nhonest,1')).toThrow('no sample');
});

it('an end of a call is reached at the relay’s port and nowhere else', () => {
  const sdp = ['v=0', 'a=candidate:1 1 udp 1 10.0.0.1 5 typ host', 'a=end-of-candidates', 'a=mid:0', ''].join(
    '\r\n',
  );
  const changed = reachedAt(sdp, 4_000);
  expect(changed.match(/a=candidate.*/g)).toEqual([
    'a=candidate:1 1 udp 2113937151 127.0.0.1 4000 typ host generation 0',
  ]);
  expect(changed.startsWith('v=0\r\na=mid:0\r\n')).toBe(true);
  expect(changed.endsWith('\r\n')).toBe(true);
});

it('a packet relay carries what each of the two sends to the other', async () => {
  const relay = await openPacketRelay(0);
  const [one, other] = [createSocket('udp4'), createSocket('udp4')];
  const hear = async (socket: typeof one) => String(((await once(socket, 'message')) as [Buffer])[0]);
  // Whom the relay does not know yet gets nothing; so the first word of one is lost.
  const atOne = hear(one);
  one.send('lost', relay.ports.one, '127.0.0.1');
  await once(one, 'listening');
  const saying = setInterval(() => other.send('hello', relay.ports.other, '127.0.0.1'), 10);
  expect(await atOne).toBe('hello');
  clearInterval(saying);
  const atOther = hear(other);
  one.send('and back', relay.ports.one, '127.0.0.1');
  expect(await atOther).toBe('and back');
  for (const socket of [one, other]) socket.close();
  relay.stop();
});

it('a sequence is read when the third of its codes is, each counted once and from the beginning on', () => {
  const codes = ['a', 'b', 'c', 'd', 'e'];
  const at = (text: string, moment: number) => ({ text, at: moment });
  const reads = [at('a', 90), at('a', 110), at('a', 130), at('x', 140), at('b', 600), at('c', 1_100)];
  expect(timeToRead(codes, reads, 100)).toBe(1_000);
  expect(timeToRead(codes, reads.slice(0, 5), 100)).toBe(Infinity);
});

it('the tables of docs/presence.md follow from the samples that are published with them', async () => {
  const docs = join(import.meta.dirname, '../../docs');
  const read = (file: string) => readFile(join(docs, file), 'utf8');
  const published = (await read('presence.md'))
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  for (const { rows } of analyze(fromCsv(await read('presence/relay.csv'))))
    for (const row of rows) expect(published).toContainEqual(row.map(String));
});
