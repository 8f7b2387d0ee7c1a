import { randomUUID } from 'node:crypto';
import { connectMongo } from '@qr-attendance/server/mongo';
import { eventually } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import type { Defense } from '../defenses/defense.ts';
import { editedEntryFinding, deletedEntryFinding, insertedEntryFinding } from '../defenses/history.ts';
import { createAdmin } from '../target/create-admin.ts';
import { inDatabase } from '../target/in-database.ts';
import type { Target } from '../target/start-target.ts';
import { verifyAudit } from '../target/verify-audit.ts';

interface Entry {
  _id?: string;
  at: Date;
  by: string;
}
const open = async (url: string) => {
  const connection = await connectMongo(url);
  return { entries: connection.collection<Entry>('auditentries'), close: () => connection.close() };
};
type Entries = Awaited<ReturnType<typeof open>>['entries'];
interface AuditedService {
  service: 'course' | 'session';
  act: (target: Target) => Promise<Record<string, unknown>>;
}
const courses: AuditedService = {
  service: 'course',
  act: async (target) => ({ objectId: (await target.lesson()).course._id, action: 'course_created' }),
};
const rooms: AuditedService = {
  service: 'session',
  act: async (target) => {
    const name = `Room ${randomUUID()}`;
    const { token } = await createAdmin(target.system, target);
    await target.must('POST', '/api/rooms', { token, body: { name } });
    return { name };
  },
};

/**
 * Changes a service's audit log with the service's own database account.
 * @param tamper returns the id of the inconsistent entry
 */
const tamperWith = async (
  target: Target,
  { service, act }: AuditedService,
  tamper: (entries: Entries, entry: Entry) => Promise<unknown>,
): Promise<boolean> => {
  const { entries, close } = await open(target.system.databases[service]);
  const about = await act(target);
  try {
    const entry = await entries.findOne(about);
    if (!entry) throw new Error('there is no entry');
    await eventually(() =>
      inDatabase(target, async (client) => {
        const { rowCount } = await client.query(`SELECT FROM audit_log WHERE details ->> 'id' = $1`, [
          String(entry._id),
        ]);
        if (!rowCount) throw new Error('no copy yet');
      }),
    );
    const id = String(await tamper(entries, entry));
    return !(await verifyAudit(target)).includes(`${service} ${id}`);
  } finally {
    await close();
  }
};

const rewrite = async (entries: Entries, { _id }: Entry): Promise<unknown> => {
  await entries.updateOne({ _id }, { $set: { by: randomUUID() } });
  return _id;
};
const hide = async (entries: Entries, { _id }: Entry): Promise<unknown> => {
  await entries.deleteOne({ _id });
  return _id;
};
const invent =
  (changes: Record<string, unknown>) =>
  async (entries: Entries, { _id, ...entry }: Entry): Promise<unknown> =>
    (await entries.insertOne({ ...entry, ...changes })).insertedId;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000);

const attackOn = (
  name: string,
  audited: AuditedService,
  defense: Defense,
  tamper: Parameters<typeof tamperWith>[2],
): Attack => ({ name, defenses: [defense], attempt: (target) => tamperWith(target, audited, tamper) });

export const auditEntryAttacks: Attack[] = [
  attackOn('the author of a new course rewritten in the audit log', courses, editedEntryFinding, rewrite),
  attackOn('the author of a new room rewritten in the audit log', rooms, editedEntryFinding, rewrite),
  attackOn('a new course deleted from the audit log', courses, deletedEntryFinding, hide),
  attackOn(
    'an invented course in the audit log, two hours ago',
    courses,
    insertedEntryFinding,
    invent({ at: hoursFromNow(-2) }),
  ),
  attackOn(
    'an invented room in the audit log, in the future',
    rooms,
    insertedEntryFinding,
    invent({ at: hoursFromNow(24) }),
  ),
  attackOn(
    'an invented course in the audit log with an id that comparisons skip',
    courses,
    insertedEntryFinding,
    async (entries, { _id, ...entry }) => {
      const id = randomUUID();
      await entries.insertOne({ ...entry, _id: id, at: hoursFromNow(-2) });
      return id;
    },
  ),
];
