import { listRuns, type Restatement } from '@qr-attendance/statements';
import type { MembershipStatements } from '../../../db/enrollment-models.ts';

export type FindRestatements = (statements: string[]) => Promise<Map<string, Restatement[]>>;

export const membershipStatementKey = (
  { courseId, studentId }: { courseId: string; studentId: string },
  sectionId: string,
): string => `${courseId} ${studentId} ${sectionId}`;

/**
 * Adds the last run that repeated each statement, if only the last run of each entry is known.
 * @param restatements oldest first
 */
export const withLastRestatements = (
  member: { courseId: string; studentId: string },
  statements: MembershipStatements,
  restatements: Map<string, Restatement[]>,
): MembershipStatements =>
  Object.fromEntries(
    Object.entries(statements).map(([id, ledger]) => {
      const restated = restatements.get(membershipStatementKey(member, id)) ?? [];
      const entries = ledger.entries.map((entry, index) => {
        const { source, runs } = entry;
        if (index !== ledger.entries.findLastIndex((other) => other.source === source)) return entry;
        const last = restated.findLast((one) => one.source === source)?.run;
        // Ids of runs are in chronological order.
        return last !== undefined && last > (runs.at(-1) ?? '') ? { ...entry, runs: [last] } : entry;
      });
      return [id, { ...ledger, entries }];
    }),
  );

/**
 * Adds the runs that repeated statements about a membership.
 * @param before the statements that the runs repeated
 */
export const withRestatements = (
  member: { courseId: string; studentId: string },
  before: MembershipStatements,
  statements: MembershipStatements,
  restatements: Map<string, Restatement[]>,
): MembershipStatements =>
  Object.fromEntries(
    Object.entries(statements).map(([id, ledger]) => {
      const restated = restatements.get(membershipStatementKey(member, id)) ?? [];
      return [id, before[id] ? listRuns(ledger, before[id], restated) : ledger];
    }),
  );
