/** @jest-environment node */
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { LATE_DELIVERY_MINUTES } from '@qr-attendance/contracts';
import { forgetPendingMarks } from '@qr-attendance/web-kit';
import { verifiedScan } from '@qr-attendance/web-kit/testing/verified-scan';
import { IDBFactory } from 'fake-indexeddb';
import { withDatabase } from '../src/features/mark/pending/database.ts';
import type { PendingMark } from '../src/features/mark/pending/pending-mark.ts';
import { pendingMarks } from '../src/features/mark/pending/pending-marks.ts';

const NOW = Date.parse('2026-09-14T09:00:00.000Z');
const EXPIRES = Date.parse('2026-09-14T09:05:00.000Z');
const asha = { userId: 'asha', qrCode: 'K7M29QXB' };
const ben = { userId: 'ben', qrCode: 'K7M29QXB' };
const mark: PendingMark = {
  scan: verifiedScan(EXPIRES),
  submission: { ticket: 'signed', pin: '2468', selfieImage: 'data:image/jpeg;base64,/9j/4AAQ' },
  asksPasskey: false,
  confirmedUntil: 0,
};
const rows = () => withDatabase((database) => database.getAll('marks'));

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe('a pending mark', () => {
  test('is there again, with all that was entered', async () => {
    expect(await pendingMarks.keep(asha, mark, NOW)).toBe(true);
    expect(await pendingMarks.find(asha, NOW)).toEqual(mark);
  });

  test('is nowhere to be read, and its key cannot be taken away', async () => {
    await pendingMarks.keep(asha, mark, NOW);
    const [row] = await rows();
    const { key, bytes, ...plain } = row ?? ({} as never);
    expect(Object.keys(plain).sort()).toEqual(['expiresAt', 'iv', 'qrCode', 'userId']);
    expect(Buffer.from(bytes).includes('2468')).toBe(false);
    expect(key.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  });

  test('is gone with its key once it is forgotten', async () => {
    await pendingMarks.keep(asha, mark, NOW);
    await pendingMarks.forget(asha);
    expect(await pendingMarks.find(asha, NOW)).toBeUndefined();
    expect(await rows()).toEqual([]);
  });

  test('is gone once it would come too late', async () => {
    const tooLate = EXPIRES + LATE_DELIVERY_MINUTES * 60_000;
    await pendingMarks.keep(asha, mark, NOW);
    await pendingMarks.clearUp(undefined, tooLate - 1);
    expect(await rows()).toHaveLength(1);
    expect(await pendingMarks.find(asha, tooLate)).toBeUndefined();
    expect(await rows()).toEqual([]);
    expect(await pendingMarks.keep(asha, mark, tooLate)).toBe(false);
  });

  test('is gone once somebody else is here', async () => {
    await pendingMarks.keep(asha, mark, NOW);
    expect(await pendingMarks.find(ben, NOW)).toBeUndefined();
    expect(await pendingMarks.find(asha, NOW)).toBeUndefined();
  });

  test('is one a code: another code’s is another, and a later one takes its place', async () => {
    await pendingMarks.keep(asha, mark, NOW);
    expect(await pendingMarks.find({ ...asha, qrCode: 'OTHER' }, NOW)).toBeUndefined();
    const later = { ...mark, asksPasskey: true, confirmedUntil: NOW + 60_000 };
    await pendingMarks.keep(asha, later, NOW);
    expect(await pendingMarks.find(asha, NOW)).toEqual(later);
    expect(await rows()).toHaveLength(1);
  });

  test('is gone once somebody has signed out, wherever in the app', async () => {
    await pendingMarks.keep(asha, mark, NOW);
    await forgetPendingMarks();
    expect(await rows()).toEqual([]);
    expect(await pendingMarks.keep(asha, mark, NOW)).toBe(true);
  });

  test('does not open under another name', async () => {
    await pendingMarks.keep(asha, mark, NOW);
    const [row] = await rows();
    await withDatabase((database) => database.put('marks', { ...row, ...ben } as never));
    expect(await pendingMarks.find(ben, NOW)).toBeUndefined();
  });

  test('is not kept, and not missed, in a browser that keeps nothing', async () => {
    Object.assign(globalThis, { indexedDB: undefined });
    expect(await pendingMarks.keep(asha, mark, NOW)).toBe(false);
    expect(await pendingMarks.find(asha, NOW)).toBeUndefined();
    await pendingMarks.forget(asha);
    await forgetPendingMarks();
  });
});
