/** @jest-environment node */
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { LATE_DELIVERY_MINUTES } from '@qr-attendance/contracts';
import { deletePendingMarks, receiveScan } from '@qr-attendance/web-kit';
import { timesAt, verifiedScan } from '@qr-attendance/web-kit/testing/verified-scan';
import { IDBFactory } from 'fake-indexeddb';
import { withDatabase } from '../src/features/mark/pending/database.ts';
import type { PendingMark } from '../src/features/mark/pending/pending-mark.ts';
import { pendingMarks } from '../src/features/mark/pending/pending-marks.ts';

const NOW = Date.parse('2026-09-14T09:00:00.000Z');
const EXPIRES = Date.parse('2026-09-14T09:05:00.000Z');
const asha = { userId: 'asha', qrCode: 'K7M29QXB' };
const ben = { userId: 'ben', qrCode: 'K7M29QXB' };
const mark: PendingMark = {
  scan: receiveScan(verifiedScan(EXPIRES)),
  submission: { ticket: 'signed', pin: '2468', selfieImage: 'data:image/jpeg;base64,/9j/4AAQ' },
  requiresPasskey: false,
  confirmationExpiresAt: 0,
};
const rows = () => withDatabase((database) => database.getAll('marks'));

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe('a pending mark', () => {
  test('is restored with all input', async () => {
    expect(await pendingMarks.keep(asha, mark, NOW)).toBe(true);
    expect(await pendingMarks.find(asha, NOW)).toEqual(mark);
  });

  test('is stored encrypted, with a key that cannot be exported', async () => {
    await pendingMarks.keep(asha, mark, NOW);
    const [row] = await rows();
    const { key, bytes, ...plain } = row ?? ({} as never);
    expect(Object.keys(plain).sort()).toEqual(['expiresAt', 'iv', 'qrCode', 'userId']);
    expect(Buffer.from(bytes).includes('2468')).toBe(false);
    expect(key.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  });

  test('is deleted together with its key', async () => {
    await pendingMarks.keep(asha, mark, NOW);
    await pendingMarks.forget(asha);
    expect(await pendingMarks.find(asha, NOW)).toBeUndefined();
    expect(await rows()).toEqual([]);
  });

  test('is deleted once it is too late to deliver it', async () => {
    const tooLate = EXPIRES + LATE_DELIVERY_MINUTES * 60_000;
    await pendingMarks.keep(asha, mark, NOW);
    await pendingMarks.clearUp(undefined, tooLate - 1);
    expect(await rows()).toHaveLength(1);
    expect(await pendingMarks.find(asha, tooLate)).toBeUndefined();
    expect(await rows()).toEqual([]);
    expect(await pendingMarks.keep(asha, mark, tooLate)).toBe(false);
  });

  test('is kept equally long on a device with a fast clock', async () => {
    const now = EXPIRES + LATE_DELIVERY_MINUTES * 60_000;
    const scan = receiveScan({ ...verifiedScan(), ...timesAt(NOW) }, now);
    expect(await pendingMarks.keep(asha, { ...mark, scan }, now)).toBe(true);
    expect((await pendingMarks.find(asha, now))?.scan).toEqual(scan);
  });

  test('is kept when a slow device clock is corrected', async () => {
    const scan = receiveScan({ ...verifiedScan(), ...timesAt(NOW) }, NOW - 3_600_000);
    expect(await pendingMarks.keep(asha, { ...mark, scan }, NOW - 3_600_000)).toBe(true);
    expect((await pendingMarks.find(asha, NOW + 300_000))?.scan).toEqual(scan);
  });

  test('is deleted when another user signs in', async () => {
    await pendingMarks.keep(asha, mark, NOW);
    expect(await pendingMarks.find(ben, NOW)).toBeUndefined();
    expect(await pendingMarks.find(asha, NOW)).toBeUndefined();
  });

  test('is stored per code, and a later mark replaces it', async () => {
    await pendingMarks.keep(asha, mark, NOW);
    expect(await pendingMarks.find({ ...asha, qrCode: 'OTHER' }, NOW)).toBeUndefined();
    const later = { ...mark, requiresPasskey: true, confirmationExpiresAt: NOW + 60_000 };
    await pendingMarks.keep(asha, later, NOW);
    expect(await pendingMarks.find(asha, NOW)).toEqual(later);
    expect(await rows()).toHaveLength(1);
  });

  test('is deleted on sign-out from any part of the app', async () => {
    await pendingMarks.keep(asha, mark, NOW);
    await deletePendingMarks();
    expect(await rows()).toEqual([]);
    expect(await pendingMarks.keep(asha, mark, NOW)).toBe(true);
  });

  test('cannot be decrypted for another owner', async () => {
    await pendingMarks.keep(asha, mark, NOW);
    const [row] = await rows();
    await withDatabase((database) => database.put('marks', { ...row, ...ben } as never));
    expect(await pendingMarks.find(ben, NOW)).toBeUndefined();
  });

  test('is not stored in a browser without storage, where marking still works', async () => {
    Object.assign(globalThis, { indexedDB: undefined });
    expect(await pendingMarks.keep(asha, mark, NOW)).toBe(false);
    expect(await pendingMarks.find(asha, NOW)).toBeUndefined();
    await pendingMarks.forget(asha);
    await deletePendingMarks();
  });
});
