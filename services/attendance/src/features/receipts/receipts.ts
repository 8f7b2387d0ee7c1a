import { createPublicKey, type KeyObject } from 'node:crypto';
import {
  RECEIPT_TYPE,
  receiptClaimsSchema,
  type ReceiptCheck,
  type ReceiptClaims,
  type ReceiptKeys,
  routes,
} from '@qr-attendance/contracts';
import {
  DomainError,
  implement,
  type Implementation,
  invalid,
  notFound,
  readPrivateKey,
  readPublicKeys,
} from '@qr-attendance/server';
import { CompactSign, compactVerify, decodeProtectedHeader, type ProtectedHeaderParameters } from 'jose';
import type { Attendance } from '../../core/create-attendance.ts';
import { parseRecordId } from '../../core/record-id.ts';

const ALGORITHM = 'ES256';
const MS = 1_000;

const notIssued = () =>
  new DomainError('not_found', 'receipts_off', 'Your institution does not issue receipts.');
const unreadable = () =>
  invalid('receipt_unreadable', 'This is not an attendance receipt. Check that all of it was copied.');
const unknownIssuer = () =>
  invalid('receipt_unknown_issuer', 'This receipt was not issued here. Check it where it was issued.');
const altered = () =>
  invalid(
    'receipt_altered',
    'This receipt is not genuine: it was changed after it was issued, or never issued.',
  );

interface ReceiptKeyRing {
  signing: { kid: string; key: KeyObject } | undefined;
  verifying: Map<string, KeyObject>;
}

export const readReceiptKeys = (secret: string | undefined, earlier: string | undefined): ReceiptKeyRing => {
  const signing = secret === undefined ? undefined : readPrivateKey('RECEIPT_PRIVATE_KEY', secret);
  const verifying =
    earlier === undefined ? new Map<string, KeyObject>() : readPublicKeys('RECEIPT_PUBLIC_KEYS', earlier);
  if (signing) verifying.set(signing.kid, createPublicKey(signing.key));
  return { signing, verifying };
};

const publishKeys = ({ verifying }: Pick<ReceiptKeyRing, 'verifying'>): ReceiptKeys => ({
  keys: [...verifying].map(([kid, key]) => {
    const { x = '', y = '' } = key.export({ format: 'jwk' });
    return { kid, kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig' };
  }),
});

interface Receipts {
  attendance: Pick<Attendance, 'records'>;
  receiptKeys: ReceiptKeyRing;
  publicOrigins: string[];
  clock: () => Date;
}

const issueReceipt = async (
  { attendance, receiptKeys, publicOrigins, clock }: Receipts,
  studentId: string,
  markId: string,
): Promise<string> => {
  const key = parseRecordId(markId);
  const found = key.studentId === studentId ? await attendance.records.find(key) : undefined;
  if (!found) throw notFound('Mark');
  const { status, timestamp: recordedAt, student, session } = found.record;
  const { name, code } = session.course;
  const { signing } = receiptKeys;
  if (!signing) throw notIssued();
  const claims: ReceiptClaims = {
    iss: publicOrigins[0] ?? '',
    iat: Math.floor(clock().getTime() / MS),
    mark: markId,
    ...{ status, recordedAt, date: session.date, student: student.name, course: { name, code } },
  };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: ALGORITHM, typ: RECEIPT_TYPE, kid: signing.kid })
    .sign(signing.key);
};

const readHeader = (receipt: string): ProtectedHeaderParameters => {
  try {
    return decodeProtectedHeader(receipt);
  } catch {
    throw unreadable();
  }
};

/** The key alone determines the algorithm, whatever the header says (RFC 8725, 3.1). */
const readReceipt = async ({ verifying }: ReceiptKeyRing, receipt: string): Promise<ReceiptClaims> => {
  const { typ, kid } = readHeader(receipt);
  if (typ !== RECEIPT_TYPE) throw unreadable();
  const key = kid === undefined ? undefined : verifying.get(kid);
  if (!key) throw unknownIssuer();
  try {
    const { payload } = await compactVerify(receipt, key, { algorithms: [ALGORITHM] });
    return receiptClaimsSchema.parse(JSON.parse(new TextDecoder().decode(payload)));
  } catch {
    throw altered();
  }
};

const checkReceipt = async ({ attendance, receiptKeys }: Receipts, sent: string): Promise<ReceiptCheck> => {
  const receipt = await readReceipt(receiptKeys, sent);
  const now = await attendance.records.find(parseRecordId(receipt.mark));
  const holds =
    now?.record.status === receipt.status &&
    now.record.session.date === receipt.date &&
    now.record.timestamp === receipt.recordedAt;
  const result = holds ? 'valid' : 'superseded';
  // The receipt still contains the name of an erased student; this answer does not.
  const student = now?.isErased ? now.record.student.name : receipt.student;
  return { result, receipt: { ...receipt, student } };
};

export const receiptRoutes = (context: Receipts): Implementation[] => [
  implement(routes.attendance.getReceipt, async ({ caller, params }) => ({
    receipt: await issueReceipt(context, caller.id, params.id),
  })),
  implement(routes.attendance.listReceiptKeys, () => publishKeys(context.receiptKeys)),
  implement(routes.attendance.checkReceipt, ({ body }) => checkReceipt(context, body.receipt)),
];
