import { defense } from './defense.ts';
import { readUnverified } from './packages.ts';

const entries = () =>
  import('../../../../services/attendance/src/features/history-tree/verify-service-entries.ts');
const receipts = () => import('../../../../services/attendance/src/features/receipts/receipts.ts');
const findings = (name: string, kind: 'entry_edited' | 'entry_deleted' | 'entry_inserted') =>
  defense(name, entries, 'verifyServiceEntries', async (original, ...given) =>
    (await original(...given)).filter((finding) => finding.kind !== kind),
  );
export const entriesCompared = findings(
  'entries of other services are compared with the copies of those that they published',
  'entry_edited',
);
export const missingReported = findings('entries that a service no longer has are reported', 'entry_deleted');
export const unpublishedReported = findings(
  'entries that a service never published are reported',
  'entry_inserted',
);
export const leafOfLine = defense(
  'a line of the history is compared with its leaf',
  () => import('../../../../services/attendance/src/features/history-tree/verify-history.ts'),
  'verifyHistory',
  async (original, ...given) => {
    const verified = await original(...given);
    return { ...verified, findings: verified.findings.filter(({ kind }) => kind !== 'line_edited') };
  },
);
export const receiptSignature = defense(
  'a receipt is what our key signed, byte for byte',
  () => import('../../../../services/attendance/src/features/receipts/read-receipt.ts'),
  'readReceipt',
  async (_original, _keys, receipt) => readUnverified(receipt) as Awaited<ReturnType<typeof _original>>,
);
export const ownReceipt = defense(
  'a receipt is for the student of the mark alone',
  receipts,
  'issueReceipt',
  (original, context, _studentId, markId) => original(context, markId.slice(markId.indexOf('-') + 1), markId),
);
export const stillHolds = defense(
  'a receipt is compared with what is recorded now',
  receipts,
  'checkReceipt',
  async (original, ...given) => ({ ...(await original(...given)), result: 'valid' }),
);
export const erasedName = defense(
  'the answer to a receipt does not repeat the name of who was erased',
  receipts,
  'checkReceipt',
  async (original, context, sent) => {
    const { receipt, ...checked } = await original(context, sent);
    const { student } = readUnverified(sent) as { student: string };
    return { ...checked, receipt: { ...receipt, student } };
  },
);
