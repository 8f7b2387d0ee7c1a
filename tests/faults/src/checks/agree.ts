import type { Outcome } from '../campus/phone.ts';
import type { Campus } from '../campus/set-up.ts';
import type { Cluster } from '../cluster/start-cluster.ts';
import { exchange } from '../campus/call.ts';
import type { Books } from './books.ts';

export interface Disagreements {
  lost: string[];
  duplicated: string[];
  others: string[];
}

const key = (sessionId: string, studentId: string) => `${sessionId} ${studentId}`;

export const compareMarks = async (books: Books, outcomes: Outcome[]): Promise<Disagreements> => {
  const stored = await books.marks();
  const expected = new Map(outcomes.map((one) => [key(one.session.id, one.student.id), one.result]));
  const lost = [...expected].filter(([mark, result]) => result === 'acknowledged' && !stored.has(mark));
  const uncalled = [...stored.keys()].filter((mark) => {
    const result = expected.get(mark);
    return result === undefined || result === 'refused';
  });
  return {
    lost: lost.map(([mark]) => mark),
    duplicated: [...stored].filter(([, count]) => count > 1).map(([mark]) => mark),
    others: uncalled.map((mark) => `stored without an answer of success: ${mark}`),
  };
};

const compareCounts = async ({ url }: Cluster, books: Books, { sessions }: Campus): Promise<string[]> => {
  const perSession = new Map<string, number>();
  for (const [mark, count] of await books.marks()) {
    const [sessionId = ''] = mark.split(' ');
    perSession.set(sessionId, (perSession.get(sessionId) ?? 0) + count);
  }
  const wrong = await Promise.all(
    sessions.map(async ({ id, teacher }) => {
      const { body } = await exchange(url, 'GET', `/api/sessions/${id}`, { token: teacher.token });
      const reported = (body as { attendanceCount?: number } | undefined)?.attendanceCount;
      const counted = perSession.get(id) ?? 0;
      return reported === counted ? [] : [`session ${id} reports ${reported} of ${counted} marks`];
    }),
  );
  return wrong.flat();
};

const compareReports = async ({ url }: Cluster, books: Books, { sessions }: Campus): Promise<string[]> => {
  const token = sessions[0]?.teacher.token ?? '';
  const { body } = await exchange(url, 'GET', '/api/attendance/totals', { token });
  const reported = (body as { present?: number } | undefined)?.present;
  const counted = [...(await books.marks()).values()].reduce((sum, count) => sum + count, 0);
  return reported === counted ? [] : [`reports show ${reported} of ${counted} marks`];
};

export const findDisagreements = async (
  cluster: Cluster,
  books: Books,
  campus: Campus,
  outcomes: Outcome[],
): Promise<Disagreements> => {
  const marks = await compareMarks(books, outcomes);
  const others = await Promise.all([
    compareCounts(cluster, books, campus),
    compareReports(cluster, books, campus),
    books.rollUps(),
    books.enrollments(campus),
    books.pending(),
    books.deadLetters(),
  ]);
  return { ...marks, others: [...marks.others, ...others.flat()] };
};

export const agree = ({ lost, duplicated, others }: Disagreements): boolean =>
  lost.length + duplicated.length + others.length === 0;
