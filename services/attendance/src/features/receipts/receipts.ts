import { RECEIPT_TYPE, type ReceiptCheck, type ReceiptClaims } from '@qr-attendance/contracts';
import { DomainError, notFound } from '@qr-attendance/server';
import { CompactSign } from 'jose';
import type { Attendance } from '../../core/create-attendance.ts';
import { parseRecordId } from '../../core/records/record-id.ts';
import { ALGORITHM, readReceipt, type ReceiptKeyRing } from './read-receipt.ts';

const MS = 1_000;

const notIssuedError = () =>
  new DomainError('not_found', 'receipts_off', 'Your institution does not issue receipts.');

export interface Receipts {
  attendance: Pick<Attendance, 'records'>;
  receiptKeys: ReceiptKeyRing;
  publicOrigins: string[];
  clock: () => Date;
}

export const issueReceipt = async (
  { attendance, receiptKeys, publicOrigins, clock }: Receipts,
  studentId: string,
  markId: string,
): Promise<string> => {
  const key = parseRecordId(markId);
  const stored = key.studentId === studentId ? await attendance.records.find(key) : undefined;
  if (!stored) throw notFound('Mark');
  const { status, timestamp: recordedAt, student, session } = stored.record;
  const { name, code } = session.course;
  const { signing } = receiptKeys;
  if (!signing) throw notIssuedError();
  const claims: ReceiptClaims = {
    iss: publicOrigins[0] ?? '',
    iat: Math.floor(clock().getTime() / MS),
    mark: markId,
    status,
    recordedAt,
    date: session.date,
    student: student.name,
    course: {
      name,
      code,
    },
  };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: ALGORITHM, typ: RECEIPT_TYPE, kid: signing.kid })
    .sign(signing.key);
};

export const checkReceipt = async (
  { attendance, receiptKeys }: Receipts,
  sent: string,
): Promise<ReceiptCheck> => {
  const receipt = await readReceipt(receiptKeys, sent);
  const now = await attendance.records.find(parseRecordId(receipt.mark));
  const holds =
    now?.record.status === receipt.status &&
    now.record.session.date === receipt.date &&
    now.record.timestamp === receipt.recordedAt;
  const result = holds ? 'valid' : 'superseded';
  // The receipt still contains the name of an erased student, so this answer replaces it.
  const student = now?.isErased ? now.record.student.name : receipt.student;
  return { result, receipt: { ...receipt, student } };
};
