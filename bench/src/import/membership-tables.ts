import { createHash } from 'node:crypto';
import { connectMongo } from '@qr-attendance/server/mongo';
import type { System } from '@qr-attendance/stack';

interface StoredEnrollment {
  courseId: unknown;
  studentId: string;
  version: number;
  periods: { sectionId: string; began: Date; ended?: Date; voided: boolean }[];
}

export interface MembershipTables {
  memberships: number;
  digest: string;
  /** Increases with every change; each change publishes an event. */
  versions: number;
  /** Number of audit log entries, without the entries about imports themselves. */
  auditEntries: number;
}

export const readMemberships = async ({ databases }: System): Promise<MembershipTables> => {
  const connection = await connectMongo(databases.course);
  const lines: string[] = [];
  let versions = 0;
  const stored = connection.collection('enrollments').find({});
  for await (const document of stored) {
    const { courseId, studentId, version, periods } = document as unknown as StoredEnrollment;
    versions += version;
    const counting = periods.filter(({ voided }) => !voided);
    if (counting.length === 0) continue;
    const shown = counting.map(({ sectionId, began, ended }) => [sectionId, began, ended]);
    lines.push(JSON.stringify([String(courseId), studentId, shown]));
  }
  const auditEntries = await connection
    .collection('auditentries')
    .countDocuments({ kind: { $ne: 'import' } });
  await connection.close();
  const digest = createHash('sha256').update(lines.sort().join('\n')).digest('hex').slice(0, 12);
  return { memberships: lines.length, digest, versions, auditEntries };
};
