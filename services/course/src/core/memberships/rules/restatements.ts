import { listRuns, type Restatement } from '@qr-attendance/statements';
import type { MembershipStatements } from '../../../db/enrollment-models.ts';

/** Finds the runs that repeated statements, by the name of the statement. */
export type FindRestatements = (statements: string[]) => Promise<Map<string, Restatement[]>>;

export const statementOf = (
  { courseId, studentId }: { courseId: string; studentId: string },
  sectionId: string,
): string => `${courseId} ${studentId} ${sectionId}`;

/**
 * Lists the runs that repeated statements about a membership.
 * @param before the statements that they repeated
 */
export const withRestatements = (
  member: { courseId: string; studentId: string },
  before: MembershipStatements,
  statements: MembershipStatements,
  restatements: Map<string, Restatement[]>,
): MembershipStatements =>
  Object.fromEntries(
    Object.entries(statements).map(([id, ledger]) => {
      const restated = restatements.get(statementOf(member, id)) ?? [];
      return [id, before[id] ? listRuns(ledger, before[id], restated) : ledger];
    }),
  );
