import { createPrivateKey, type webcrypto } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  RECEIPT_TYPE,
  type AttendanceRecord,
  type ReceiptCheck,
  type ReceiptClaims,
  type ReceiptKeys,
} from '@qr-attendance/contracts';
import { userChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { eventually } from '@qr-attendance/test-kit';
import { createSecrets } from '@qr-attendance/stack';
import { CompactSign, createLocalJWKSet, compactVerify } from 'jose';
import { startCampus, type Campus, type HeldClass } from './campus.ts';

const before = createSecrets().receipt;
let campus: Campus;
beforeAll(async () => {
  campus = await startCampus({ env: { attendance: { RECEIPT_PUBLIC_KEYS: before.publicKeys } } });
});
afterAll(() => campus.stop());

const receiptOf = async (heldClass: HeldClass, markId: string, { user } = heldClass.members[0]!) =>
  campus.ask(user, 'GET', `/api/attendance/${markId}/receipt`);
const check = async (receipt: unknown) => {
  const response = await fetch(`${campus.services.urls.attendance}/api/attendance/receipts/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ receipt }),
  });
  return { status: response.status, body: (await response.json()) as ReceiptCheck & { code?: string } };
};
const markWithReceipt = async () => {
  const heldClass = await campus.holdClass(2);
  const mark = (await heldClass.mark()).body as AttendanceRecord;
  const { receipt } = (await receiptOf(heldClass, mark._id)).body as { receipt: string };
  return { heldClass, mark, receipt };
};
const review = ({ teacher }: HeldClass, markId: string, body: object) =>
  campus.ask(teacher, 'POST', `/api/attendance/${markId}/review`, body);
const correct = (heldClass: HeldClass, markId: string, status: string) =>
  review(heldClass, markId, { decision: 'correct', status, reason: 'I saw it' });

const part = (value: object | string) => Buffer.from(JSON.stringify(value)).toString('base64url');
const payloadOf = (receipt: string) =>
  JSON.parse(Buffer.from(receipt.split('.')[1]!, 'base64url').toString()) as ReceiptClaims;
const withPayload = (receipt: string, change: Partial<ReceiptClaims>) => {
  const [header, , signature] = receipt.split('.');
  return [header, part({ ...payloadOf(receipt), ...change }), signature].join('.');
};
const signedBy = (privateKey: string, claims: object, header: object = {}) => {
  const jwk = JSON.parse(privateKey) as webcrypto.JsonWebKey & { kid: string };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'ES256', typ: RECEIPT_TYPE, kid: jwk.kid, ...header })
    .sign(createPrivateKey({ key: jwk, format: 'jwk' }));
};
const kidOf = (privateKey: string) => (JSON.parse(privateKey) as { kid: string }).kid;

describe('a receipt', () => {
  it('states what was recorded about its student and when, and verifies with a public key', async () => {
    const { heldClass, mark, receipt } = await markWithReceipt();
    const keys = await fetch(`${campus.services.urls.attendance}/api/attendance/receipt-keys`);
    const published = (await keys.json()) as ReceiptKeys;
    expect(Object.keys(published.keys[0]!)).not.toContain('d');
    const { payload } = await compactVerify(receipt, createLocalJWKSet(published));
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual({
      iss: campus.services.publicOrigins[0],
      iat: expect.any(Number),
      mark: mark._id,
      student: 'Student 0',
      course: { name: 'Algorithms', code: 'CS201' },
      date: heldClass.session.date,
      status: 'PRESENT',
      recordedAt: mark.timestamp,
    });
    expect(await check(receipt)).toEqual({
      status: 200,
      body: { result: 'valid', receipt: payloadOf(receipt) },
    });
  });

  it('is issued to the student of the mark only', async () => {
    const { heldClass, mark } = await markWithReceipt();
    const notFound = { status: 404, body: { error: 'Mark not found' } };
    expect(await receiptOf(heldClass, mark._id, heldClass.members[1])).toMatchObject(notFound);
    const answer = await campus.ask(heldClass.teacher, 'GET', `/api/attendance/${mark._id}/receipt`);
    expect(answer.status).toBe(403);
    expect((await receiptOf(heldClass, 'no-uuid')).status).toBe(400);
  });

  it('is superseded by a correction, and valid again when the correction is undone', async () => {
    const { heldClass, mark, receipt } = await markWithReceipt();
    await review(heldClass, mark._id, { decision: 'accept' });
    expect((await check(receipt)).body.result).toBe('valid');
    await correct(heldClass, mark._id, 'ABSENT');
    const superseded = await check(receipt);
    expect(superseded).toEqual({
      status: 200,
      body: { result: 'superseded', receipt: payloadOf(receipt) },
    });
    await correct(heldClass, mark._id, 'PRESENT');
    expect((await check(receipt)).body.result).toBe('valid');
  });

  it('no longer shows the name of an erased student', async () => {
    const { heldClass, receipt } = await markWithReceipt();
    const { id } = heldClass.members[0]!.user;
    expect((await check(receipt)).body.receipt.student).toBe(payloadOf(receipt).student);
    const erased = { name: 'Deleted user', email: `deleted-${id}@erased.invalid`, userType: 'STUDENT' };
    const change = { id, ...erased, suspended: true, erased: true, version: 9 } as const;
    await campus.bus.publish(createEvent(userChanged, id, change));
    await eventually(async () =>
      expect((await check(receipt)).body).toEqual({
        result: 'valid',
        receipt: { ...payloadOf(receipt), student: 'Deleted user' },
      }),
    );
  });

  it('still verifies after the key has changed', async () => {
    const { receipt } = await markWithReceipt();
    const old = await signedBy(before.privateKey, payloadOf(receipt));
    expect(await check(old)).toMatchObject({ status: 200, body: { result: 'valid' } });
  });

  it('is rejected with a message if it is foreign or altered', async () => {
    const { receipt } = await markWithReceipt();
    const { privateKey } = campus.services.secrets.receipt;
    const kid = kidOf(privateKey);
    const claims = payloadOf(receipt);
    const foreign = createSecrets().receipt.privateKey;
    const header = { alg: 'ES256', typ: RECEIPT_TYPE, kid };
    const cases: [sent: unknown, code: string][] = [
      [withPayload(receipt, { status: 'LATE' }), 'receipt_altered'],
      [receipt.slice(0, -4), 'receipt_altered'],
      [`${part({ ...header, alg: 'none' })}.${part(claims)}.`, 'receipt_altered'],
      [`${part({ ...header, alg: 'HS256' })}.${part(claims)}.${part('x')}`, 'receipt_altered'],
      [await signedBy(foreign, claims, { kid }), 'receipt_altered'],
      [await signedBy(privateKey, { hello: 'world' }), 'receipt_altered'],
      [await signedBy(foreign, claims), 'receipt_unknown_issuer'],
      [`${part({ alg: 'ES256', typ: RECEIPT_TYPE })}.${part(claims)}.x`, 'receipt_unknown_issuer'],
      [await signedBy(privateKey, claims, { typ: 'JWT' }), 'receipt_unreadable'],
      ['hello', 'receipt_unreadable'],
      ['..', 'receipt_unreadable'],
      ['\u0000', 'receipt_unreadable'],
      ['', 'invalid_request'],
      [7, 'invalid_request'],
      ['x'.repeat(10_000), 'invalid_request'],
    ];
    for (const [sent, code] of cases) {
      const { status, body } = await check(sent);
      expect([String(sent).slice(0, 60), status, body.code]).toEqual([String(sent).slice(0, 60), 400, code]);
      expect(body).toHaveProperty('error', expect.stringMatching(/\w/));
    }
  });
});

describe('a service without a key for receipts', () => {
  it('returns 404 for receipts, and marking continues', async () => {
    const without = await startCampus({
      env: { attendance: { RECEIPT_PRIVATE_KEY: '', RECEIPT_PUBLIC_KEYS: '' } },
    });
    try {
      const heldClass = await without.holdClass(1);
      const mark = (await heldClass.mark()).body as AttendanceRecord;
      expect(mark.status).toBe('PRESENT');
      const path = `/api/attendance/${mark._id}/receipt`;
      const answer = await without.ask(heldClass.members[0]!.user, 'GET', path);
      expect(answer).toMatchObject({ status: 404, body: { code: 'receipts_off' } });
    } finally {
      await without.stop();
    }
  });
});
