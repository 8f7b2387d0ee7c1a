import type { HistoryRoot } from '@qr-attendance/contracts';
import { eventually } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import { leafComparison } from '../defenses/history.ts';
import { inDatabase } from '../target/in-database.ts';
import type { Target } from '../target/start-target.ts';
import { verifyAudit } from '../target/verify-audit.ts';

const passNights = async (target: Target): Promise<void> => {
  const newest = async () =>
    (await target.must<HistoryRoot[]>('GET', '/api/attendance/history-roots'))[0]?.size ?? 0;
  const before = await newest();
  await inDatabase(target, async (client) => {
    await client.query(
      `UPDATE audit_log SET written_at = now() - interval '2 days'
        WHERE id NOT IN (SELECT line_id FROM history_leaves)`,
    );
    await client.query(`UPDATE history_roots SET at = at - interval '3 days'`);
  });
  process.kill(target.system.processes['attendance']?.pid() ?? 0, 'SIGKILL');
  await eventually(async () => {
    if ((await newest()) <= before) throw new Error('no tree yet');
  });
};

export const historyAttacks: Attack[] = [
  {
    name: 'an old absence changed to a presence in the database, including its history',
    defenses: [leafComparison],
    attempt: async (target) => {
      const running = await target.lesson();
      const student = await target.member(running);
      const { body } = await target.mark(student, await target.scan(student, running));
      const id = String(body['_id']);
      await target.must('POST', `/api/attendance/${id}/review`, {
        token: running.teacher.token,
        body: { decision: 'refuse', reason: 'Was not there' },
      });
      await passNights(target);
      const line = await inDatabase(target, async (client) => {
        const sessionId = running.session._id;
        await client.query(`UPDATE decisions SET status = 'PRESENT' WHERE session_id = $1`, [sessionId]);
        const { rows } = await client.query<{ id: string }>(
          `UPDATE audit_log SET to_status = 'PRESENT' WHERE session_id = $1 AND action = 'refused' RETURNING id`,
          [sessionId],
        );
        return rows[0]?.id;
      });
      if (line === undefined) throw new Error('there is no line to edit');
      return !(await verifyAudit(target)).includes(line);
    },
  },
];
