import { defense } from './defense.ts';
import { readUnverified } from './packages.ts';

const entries = () =>
  import('../../../../services/attendance/src/features/history-tree/verify-service-entries.ts');
const receipts = () => import('../../../../services/attendance/src/features/receipts/receipts.ts');
const findings = (name: string, kind: 'entry_edited' | 'entry_deleted' | 'entry_inserted') =>
  defense(name, entries, 'verifyServiceEntries', async (original, ...given) =>
    (await original(...given)).filter((finding) => finding.kind !== kind),
  );
export const editedEntryFinding = findings(
  'entries of other services are compared with the copies of published entries',
  'entry_edited',
);
export const deletedEntryFinding = findings('missing entries of a service are reported', 'entry_deleted');
export const insertedEntryFinding = findings(
  'entries that a service never published are reported',
  'entry_inserted',
);
export const leafComparison = defense(
  'a line of the history is compared with its leaf',
  () => import('../../../../services/attendance/src/features/history-tree/verify-history.ts'),
  'verifyHistory',
  async (original, ...given) => {
    const verified = await original(...given);
    return { ...verified, findings: verified.findings.filter(({ kind }) => kind !== 'line_edited') };
  },
);
export const receiptSignature = defense(
  'a receipt must be signed by our key, byte for byte',
  () => import('../../../../services/attendance/src/features/receipts/read-receipt.ts'),
  'readReceipt',
  async (_original, _keys, receipt) => readUnverified(receipt) as Awaited<ReturnType<typeof _original>>,
);
export const receiptOwner = defense(
  'a receipt is issued only to the student of the mark',
  receipts,
  'issueReceipt',
  (original, context, _studentId, markId) => original(context, markId.slice(markId.indexOf('-') + 1), markId),
);
export const receiptComparison = defense(
  'a receipt is compared with the current record',
  receipts,
  'checkReceipt',
  async (original, ...given) => ({ ...(await original(...given)), result: 'valid' }),
);
export const erasedNameRemoval = defense(
  'the answer to a receipt does not contain the name of an erased person',
  receipts,
  'checkReceipt',
  async (original, context, sent) => {
    const { receipt, ...checked } = await original(context, sent);
    const { student } = readUnverified(sent) as { student: string };
    return { ...checked, receipt: { ...receipt, student } };
  },
);
