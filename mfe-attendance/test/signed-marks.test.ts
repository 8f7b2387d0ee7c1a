/** @jest-environment node */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { DEVICE_SIGNATURE_HEADER, type AttendanceSubmission, type DeviceKey } from '@qr-attendance/contracts';
import { createApiClient, deviceKey } from '@qr-attendance/web-kit';
import { IDBFactory } from 'fake-indexeddb';
import { createMarkAttendance } from '../src/features/mark/api.ts';
import { answer, fakeApi, lostConnection, type SentRequest } from '@qr-attendance/web-kit/testing';

const MARK = 'POST /api/attendance';
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const submission: AttendanceSubmission = { ticket: 'a-signed-ticket', pin: '2468' };
const claims = Buffer.from(JSON.stringify({ cnf: { jkt: 'thumbprint' } })).toString('base64url');
const bound: AttendanceSubmission = { ...submission, ticket: `header.${claims}.signature` };
const record = {
  _id: '5e4d3c2b-1a09-4f8e-8d7c-6b5a49382704',
  student: { _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02', name: 'Zoë', email: 'z@campus.example' },
  session: {
    _id: '66f000000000000000005e01',
    course: { _id: '66f000000000000000000c01', name: 'Algorithms', code: 'CS201' },
    date: '2026-09-14',
    startTime: '2026-09-14T09:00:00.000Z',
  },
  timestamp: '2026-09-14T09:03:00.000Z',
  status: 'PRESENT',
};

const markOver = (...answers: ReturnType<typeof answer>[]) => {
  const server = fakeApi({ [MARK]: answers });
  const baseUrl = 'https://campus.example';
  const api = createApiClient({ baseUrl, getToken: () => 'token', renew: async () => undefined });
  const mark = createMarkAttendance(api);
  return { ...server, mark: (body = submission) => mark(body, AbortSignal.timeout(5_000)) };
};
const isSigned = async ({ text, headers }: SentRequest) => {
  const { deviceKey: key } = JSON.parse(text) as { deviceKey: DeviceKey };
  const publicKey = await crypto.subtle.importKey('jwk', key, ECDSA, true, ['verify']);
  const signature = Buffer.from(headers[DEVICE_SIGNATURE_HEADER] ?? '', 'base64url');
  return crypto.subtle.verify(ECDSA, publicKey, signature, new TextEncoder().encode(text));
};

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => void jest.restoreAllMocks());

describe('a signed mark', () => {
  test('contains this browser’s key and is signed by it on every attempt', async () => {
    const { sent, mark } = markOver(lostConnection, answer(record, 201));
    await expect(mark()).rejects.toMatchObject({ status: 0 });
    await mark();
    expect(sent).toHaveLength(2);
    const { publicKey } = await deviceKey();
    for (const request of sent) {
      expect(request.body).toEqual({ ...submission, deviceKey: publicKey });
      expect(await isSigned(request)).toBe(true);
    }
  });

  test('is sent unsigned if the browser cannot store a key', async () => {
    jest.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as unknown as SubtleCrypto);
    const { sent, mark } = markOver(answer(record, 201));
    await mark();
    expect(sent[0]?.body).toEqual(submission);
    expect(sent[0]?.headers).not.toHaveProperty(DEVICE_SIGNATURE_HEADER);
  });

  test('is not sent unsigned if its scan was signed and storage fails', async () => {
    const { sent, mark } = markOver(answer(record, 201));
    const { publicKey } = await deviceKey();
    const opening = jest.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    });
    await expect(mark(bound)).rejects.toMatchObject({ name: 'DeviceKeyError', code: 'storage' });
    expect(sent).toEqual([]);
    opening.mockRestore();
    await mark(bound);
    expect(sent.map(({ body }) => body)).toEqual([{ ...bound, deviceKey: publicKey }]);
    expect(await isSigned(sent[0]!)).toBe(true);
  });
});
