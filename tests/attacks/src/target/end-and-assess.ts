import { eventually } from '@qr-attendance/test-kit';
import { inDatabase } from './in-database.ts';
import type { Lesson } from './people.ts';
import type { Target } from './start-target.ts';

export const endAndAssess = async (
  target: Target,
  { session: { _id }, teacher: { token } }: Pick<Lesson, 'session' | 'teacher'>,
): Promise<void> => {
  await target.must('PATCH', `/api/sessions/${_id}`, { token, body: { active: false } });
  const query = async (sql: string) =>
    (await inDatabase(target, (client) => client.query(sql, [_id]))).rowCount ?? 0;
  await eventually(async () => {
    await query(
      `UPDATE sessions SET ended_at = ended_at - interval '20 minutes'
          WHERE id = $1 AND NOT active AND ended_at > now() - interval '15 minutes'`,
    );
    if ((await query('SELECT FROM sessions WHERE id = $1 AND assessed_at IS NOT NULL')) === 0)
      throw new Error('not compared yet');
  });
};
