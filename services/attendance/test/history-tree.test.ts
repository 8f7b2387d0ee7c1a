import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AttendanceRecord, HistoryProof, HistoryRoot, StoredEntry } from '@qr-attendance/contracts';
import { courseAuditEntryAdded, userChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { eventually } from '@qr-attendance/test-kit';
import pg from 'pg';
import PostalMime from 'postal-mime';
import { parseRecordId } from '../src/core/records/record-id.ts';
import { compareRoots, describeComparison } from '../src/features/history-tree/compare-roots.ts';
import { describeVerification } from '../src/features/history-tree/describe-verification.ts';
import {
  type TreePools,
  growTree,
  isNightDue,
  latestNight,
  listUnsentRoots,
} from '../src/features/history-tree/history-tree.ts';
import { readKeptRoots } from '../src/features/history-tree/read-kept-roots.ts';
import { storedNodes } from '../src/features/history-tree/tree-nodes.ts';
import {
  createFrontier,
  hashLeaf,
  rootOf,
  verifyConsistency,
} from '../src/features/history-tree/rules/merkle-tree.ts';
import { verifyHistory } from '../src/features/history-tree/verify-history.ts';
import { ago, objectId, startCampus, type Campus, type HeldClass } from './campus.ts';
import { verifyInclusion } from './verify-inclusion.ts';

const AUDITOR = 'auditor@campus.example';
const execute = promisify(execFile);
let campus: Campus;
let tree: TreePools;
beforeAll(async () => {
  campus = await startCampus({ env: { auth: { AUDITOR_EMAIL: AUDITOR } } }, ['attendance', 'auth']);
  const pool = campus.database;
  tree = { pool, reportPool: pool };
});
afterAll(() => campus.stop());

const markIn = async (heldClass: HeldClass, member = heldClass.members[0]!) =>
  ((await heldClass.mark(member)).body as AttendanceRecord)._id;
const correct = (heldClass: HeldClass, id: string, status: string) =>
  campus.ask(heldClass.teacher, 'POST', `/api/attendance/${id}/review`, {
    decision: 'correct',
    status,
    reason: 'I saw it',
  });
const verify = () => verifyHistory(campus.database);
const findFaults = async () => (await verify()).findings;
const MEMBER_COLUMNS = 'course_id, student_id, active, enrolled_at, periods, version';
const RESTORE_MEMBERS = `DELETE FROM members; INSERT INTO members (${MEMBER_COLUMNS}) SELECT ${MEMBER_COLUMNS} FROM kept_members`;

const tamper = (sql: string, values: unknown[] = []) => {
  const client = campus.database.connect();
  return client.then(async (connection) => {
    try {
      await connection.query('SET session_replication_role = replica');
      await connection.query(sql, values);
    } finally {
      await connection.query('SET session_replication_role = DEFAULT');
      connection.release();
    }
  });
};
const ask = async <Body>(path: string) => {
  const response = await fetch(campus.services.urls.attendance + path);
  return { status: response.status, body: (await response.json()) as Body };
};
const hex = (text: string) => Buffer.from(text, 'hex');

describe('the history tree', () => {
  it('first includes all existing entries, and then each night’s new entries, each with a proof', async () => {
    const heldClass = await campus.holdClass(3);
    const mark = await markIn(heldClass);
    const first = (await growTree(tree))!;
    // Three memberships, a session and a scan.
    expect(first.size).toBe(5);
    expect(await growTree(tree)).toBeUndefined();
    await correct(heldClass, mark, 'LATE');
    await markIn(heldClass, heldClass.members[1]);
    const second = (await growTree(tree))!;
    expect(second.size).toBe(7);

    const { body: roots } = await ask<HistoryRoot[]>('/api/attendance/history-roots');
    expect(roots.map(({ size, root }) => [size, root])).toEqual([
      [7, second.root.toString('hex')],
      [5, first.root.toString('hex')],
    ]);
    expect((await ask<HistoryRoot[]>('/api/attendance/history-roots?below=7')).body).toHaveLength(1);
    const consistency = '/api/attendance/history-roots/consistency';
    const { body } = await ask<{ proof: string[] }>(`${consistency}?from=5&to=7`);
    expect(verifyConsistency(first, second, body.proof.map(hex))).toBe(true);
    expect((await ask(`${consistency}?from=5&to=6`)).status).toBe(404);
    for (const query of ['', '?from=3&to=1', '?from=0&to=1', '?from=x&to=1', '?from=1&to=99999999999'])
      expect((await ask(consistency + query)).status).toBe(400);

    const path = `/api/attendance/${mark}/history/proof`;
    const proof = (await campus.ask(heldClass.members[0]!.user, 'GET', path)).body as HistoryProof;
    expect(proof).toMatchObject({ size: 7, root: second.root.toString('hex') });
    expect(proof.lines).toHaveLength(2);
    for (const { number, salt, committed, path: hashes } of proof.lines) {
      const entry = createHash('sha256').update(hex(salt)).update(JSON.stringify(committed)).digest();
      const inclusion = { index: number, size: 7, path: hashes.map(hex) };
      expect(verifyInclusion(hashLeaf(entry), inclusion, second.root)).toBe(true);
      expect(committed).toContain(mark);
    }
    expect((await campus.ask(heldClass.members[1]!.user, 'GET', path)).status).toBe(404);
    expect((await campus.ask(heldClass.teacher, 'GET', path)).status).toBe(403);
    expect(await verify()).toMatchObject({ leaves: 7, published: 2, findings: [] });
  });

  it('is created only once by two replicas', async () => {
    await markIn(await campus.holdClass(1));
    const grown = await Promise.all([growTree(tree), growTree(tree)]);
    expect(grown.filter(Boolean)).toHaveLength(1);
    expect(await findFaults()).toEqual([]);
  });

  it('still verifies after the salts of an erased person are deleted', async () => {
    const heldClass = await campus.holdClass(2);
    const mark = await markIn(heldClass);
    await correct(heldClass, mark, 'EXCUSED');
    await growTree(tree);
    const { id } = heldClass.members[0]!.user;
    const openings = async () =>
      (await campus.database.query('SELECT FROM history_openings WHERE student_id = $1', [id])).rowCount;
    // A membership, a scan and a decision.
    expect(await openings()).toBe(3);
    const gone = {
      id,
      name: 'x',
      email: '',
      userType: 'STUDENT' as const,
      suspended: false,
      erased: true,
      version: 2,
    };
    await campus.bus.publish(createEvent(userChanged, id, gone));
    await eventually(async () => expect(await openings()).toBe(0));
    expect(await verify()).toMatchObject({ erased: 3, findings: [] });
    await correct(heldClass, mark, 'LATE');
    await growTree(tree);
    expect(await openings()).toBe(0);
    expect(await verify()).toMatchObject({ erased: 4, findings: [] });
  });

  it('still verifies after the database moves to another time zone', async () => {
    await markIn(await campus.holdClass(1));
    await growTree(tree);
    const moved = new pg.Pool({ ...campus.database.options, options: '-c TimeZone=Asia/Kolkata' });
    try {
      expect((await verifyHistory(moved)).findings).toEqual([]);
    } finally {
      await moved.end();
    }
  });

  it('still verifies after marks are undone', async () => {
    const heldClass = await campus.holdClass(1);
    const students = heldClass.members.map(({ user }) => ({ studentId: user.id }));
    const body = { sessionId: heldClass.session.id, students, status: 'PRESENT' };
    const set = await campus.ask(heldClass.teacher, 'POST', '/api/attendance/statuses', body);
    expect(set.status).toBe(200);
    await growTree(tree);
    const { marks } = set.body as { marks: AttendanceRecord[] };
    const undo = { sessionId: heldClass.session.id, marks: marks.map(({ _id }) => ({ markId: _id })) };
    expect((await campus.ask(heldClass.teacher, 'POST', '/api/attendance/statuses/clear', undo)).status).toBe(
      200,
    );
    expect(await findFaults()).toEqual([]);
    await growTree(tree);
    expect(await findFaults()).toEqual([]);
  });
});

describe('the nightly register', () => {
  it('contains each student’s status in sessions that ended or changed since the previous night', async () => {
    const heldClass = await campus.holdClass(3);
    await markIn(heldClass);
    await campus.publishSession({
      ...heldClass.session,
      active: false,
      endedAt: new Date().toISOString(),
      version: 2,
    });
    const registered = async () => {
      const { rows } = await campus.database.query<{ from_status: string | null; to_status: string }>(
        `SELECT from_status, to_status FROM audit_log WHERE session_id = $1 AND action = 'registered' ORDER BY from_status NULLS FIRST, to_status`,
        [heldClass.session.id],
      );
      return rows.map((row) => [row.from_status, row.to_status]);
    };
    await eventually(async () => {
      const { rowCount } = await campus.database.query(
        'SELECT FROM session_counts WHERE session_id = $1 AND absent = 2',
        [heldClass.session.id],
      );
      expect(rowCount).toBe(1);
    });
    await growTree(tree);
    const first = [
      [null, 'ABSENT'],
      [null, 'ABSENT'],
      [null, 'PRESENT'],
    ];
    expect(await registered()).toEqual(first);
    const absent = (await heldClass.roster()).find(({ status }) => status === 'ABSENT')!;
    await correct(heldClass, absent._id, 'EXCUSED');
    await eventually(async () => {
      const { rowCount } = await campus.database.query(
        'SELECT FROM session_counts WHERE session_id = $1 AND excused = 1',
        [heldClass.session.id],
      );
      expect(rowCount).toBe(1);
    });
    await growTree(tree);
    expect(await registered()).toEqual([...first, ['ABSENT', 'EXCUSED']]);
    expect(await findFaults()).toEqual([]);
  });
});

describe('tampering with the database', () => {
  let heldClass: HeldClass;
  let mark: string;
  let line: string;
  beforeEach(async () => {
    heldClass = await campus.holdClass(1);
    mark = await markIn(heldClass);
    await correct(heldClass, mark, 'LATE');
    await growTree(tree);
    const { rows } = await campus.database.query<{ id: string }>(
      'SELECT id FROM audit_log WHERE session_id = $1 AND student_id IS NOT NULL ORDER BY at DESC LIMIT 1',
      [heldClass.session.id],
    );
    line = rows[0]!.id;
    expect(await findFaults()).toEqual([]);
    await tamper(`CREATE TABLE kept AS SELECT * FROM audit_log; CREATE TABLE kept_decisions AS SELECT * FROM decisions;
                  CREATE TABLE kept_scans AS SELECT * FROM scans; CREATE TABLE kept_members AS SELECT * FROM members;
                  CREATE TABLE kept_revisions AS SELECT * FROM session_revisions;
                  CREATE TABLE kept_leaves AS SELECT * FROM history_leaves;
                  CREATE TABLE kept_texts AS SELECT * FROM audit_texts;
                  CREATE TABLE kept_openings AS SELECT * FROM history_openings`);
  });
  afterEach(async () => {
    await tamper(`DELETE FROM audit_log; INSERT INTO audit_log SELECT * FROM kept;
                  DELETE FROM decisions; INSERT INTO decisions SELECT * FROM kept_decisions;
                  DELETE FROM scans; INSERT INTO scans SELECT * FROM kept_scans;
                  ${RESTORE_MEMBERS};
                  DELETE FROM session_revisions; INSERT INTO session_revisions SELECT * FROM kept_revisions;
                  DELETE FROM history_leaves; INSERT INTO history_leaves SELECT * FROM kept_leaves;
                  DELETE FROM audit_texts; INSERT INTO audit_texts SELECT * FROM kept_texts;
                  DELETE FROM history_openings; INSERT INTO history_openings SELECT * FROM kept_openings;
                  DROP TABLE kept, kept_decisions, kept_scans, kept_members, kept_revisions, kept_leaves, kept_texts,
                             kept_openings`);
  });

  it('is detected if an audit entry was edited', async () => {
    await tamper(`UPDATE audit_log SET to_status = 'PRESENT' WHERE id = $1`, [line]);
    await tamper(`UPDATE decisions SET status = 'PRESENT' WHERE session_id = $1`, [heldClass.session.id]);
    expect(await findFaults()).toEqual([{ kind: 'line_edited', about: line }]);
  });

  it('is detected if a reason was edited or deleted', async () => {
    await tamper(`UPDATE audit_texts SET text = 'No reason' WHERE audit_id = $1`, [line]);
    expect(await findFaults()).toEqual([{ kind: 'text_edited', about: line }]);
    await tamper('DELETE FROM audit_texts WHERE audit_id = $1', [line]);
    expect(await findFaults()).toEqual([{ kind: 'text_edited', about: line }]);
  });

  it('is detected if an audit entry was deleted, even together with its leaf', async () => {
    await tamper('DELETE FROM audit_log WHERE id = $1', [line]);
    const deleted = await findFaults();
    expect(deleted).toContainEqual({ kind: 'line_deleted', about: line });
    expect(deleted).toContainEqual({ kind: 'mark_inserted', about: mark });
    await tamper('DELETE FROM history_leaves WHERE line_id = $1', [line]);
    // Leaves of one night have no fixed order: deleting the last leaf yields a smaller tree, deleting any other leaf
    // yields a different root.
    const kinds = (await findFaults()).map(({ kind }) => kind);
    expect(kinds.some((kind) => ['root_differs', 'tree_too_small'].includes(kind))).toBe(true);
  });

  it('is detected if an audit entry was inserted or backdated', async () => {
    const insert = (at: string, writtenAt: string) =>
      tamper(
        `INSERT INTO audit_log (session_id, student_id, at, action, actor_id, from_status, to_status, written_at)
         VALUES ($1, $5, now() - $2::interval, 'corrected', $3, 'LATE', 'LATE', now() - $4::interval)`,
        [heldClass.session.id, at, heldClass.teacher.id, writtenAt, heldClass.members[0]!.user.id],
      );
    await insert('3 days', '3 days');
    expect(await findFaults()).toMatchObject([{ kind: 'line_inserted' }]);
    await insert('3 days', '0 days');
    await growTree(tree);
    // The tree rejects entries that are too old, and reports those that it had to accept.
    expect((await findFaults()).map(({ kind }) => kind).toSorted()).toEqual([
      'line_backdated',
      'line_inserted',
    ]);
    await tamper(`DELETE FROM history_roots WHERE size > (SELECT count(*) FROM kept_leaves);
                  DELETE FROM history_root_mails`);
  });

  it('is detected in the audit log of a service without append-only tables', async () => {
    const publish = (added: StoredEntry, version: number) =>
      campus.bus.publish(createEvent(courseAuditEntryAdded, added.id, { ...added, version }));
    const entryOf = (at: string): StoredEntry => ({
      id: objectId(),
      at,
      entry: { action: 'course_created', by: heldClass.teacher.id },
    });
    const [kept, edited, deleted, late] = [
      entryOf(ago(1)),
      entryOf(ago(1)),
      entryOf(ago(1)),
      entryOf(ago(120)),
    ];
    for (const entry of [kept, edited, deleted, late]) await publish(entry, 1);
    const copies = async (...entries: StoredEntry[]) =>
      (
        await campus.database.query(`SELECT FROM audit_log WHERE details ->> 'id' = ANY($1)`, [
          entries.map(({ id }) => id),
        ])
      ).rowCount;
    await eventually(async () => expect(await copies(kept, edited, deleted, late)).toBe(4));
    for (const entry of [kept, edited, deleted, late]) await publish({ ...entry, entry: {} }, 2);
    const last = entryOf(ago(0));
    await publish(last, 1);
    await eventually(async () => expect(await copies(last)).toBe(1));
    const verifyWith = (...entries: StoredEntry[]) =>
      verifyHistory(campus.database, [], {
        course: async (after) =>
          entries.filter(({ id }) => id > after).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      });
    const unpublished = (at: string): StoredEntry => ({ ...kept, id: objectId(), at });

    const untouched = await verifyWith(kept, edited, deleted, late, last, unpublished(ago(0)));
    expect(untouched).toMatchObject({ findings: [], late: [`course ${late.id}`], unread: ['session'] });
    expect(describeVerification(untouched)).toContain(
      `1 entries of other services arrived over an hour after their own time, by an outage of the event bus or by hand. The last: course ${late.id}.`,
    );
    const rewritten = { ...edited, entry: { ...edited.entry, by: heldClass.members[0]!.user.id } };
    const [backdated, postdated] = [unpublished(ago(2 * 60)), unpublished(ago(-2 * 60))];
    const { findings } = await verifyWith(kept, rewritten, late, last, backdated, postdated);
    expect(new Set(findings)).toEqual(
      new Set([
        { kind: 'entry_deleted', about: `course ${deleted.id}` },
        { kind: 'entry_edited', about: `course ${edited.id}` },
        { kind: 'entry_inserted', about: `course ${backdated.id}` },
        { kind: 'entry_inserted', about: `course ${postdated.id}` },
      ]),
    );

    await growTree(tree);
    await tamper(`UPDATE audit_log SET details = details || '{"entry": {}}' WHERE details ->> 'id' = $1`, [
      deleted.id,
    ]);
    expect((await findFaults()).map(({ kind }) => kind)).toEqual(['line_edited']);
    await tamper(`DELETE FROM history_roots WHERE size > (SELECT count(*) FROM kept_leaves);
                  DELETE FROM history_root_mails`);
  });

  it('is detected if a scan or decision was edited, deleted or inserted', async () => {
    const { sessionId, studentId } = parseRecordId(mark);
    await tamper(`UPDATE decisions SET status = 'PRESENT' WHERE session_id = $1`, [sessionId]);
    expect(await findFaults()).toEqual([{ kind: 'mark_edited', about: mark }]);
    await tamper(`UPDATE decisions SET status = 'LATE' WHERE session_id = $1`, [sessionId]);
    await tamper(`UPDATE scans SET scanned_at = scanned_at - interval '1 hour' WHERE session_id = $1`, [
      sessionId,
    ]);
    expect(await findFaults()).toEqual([{ kind: 'mark_edited', about: mark }]);
    await tamper('DELETE FROM scans WHERE session_id = $1', [sessionId]);
    expect(await findFaults()).toEqual([{ kind: 'mark_deleted', about: mark }]);
    await tamper(
      'INSERT INTO scans SELECT session_id, gen_random_uuid(), scanned_at FROM kept_scans WHERE student_id = $1',
      [studentId],
    );
    expect((await findFaults()).map(({ kind }) => kind).toSorted()).toEqual([
      'mark_deleted',
      'mark_inserted',
    ]);
  });

  it('is detected if a membership or session revision was edited', async () => {
    const { sessionId, studentId } = parseRecordId(mark);
    await tamper(`UPDATE members SET periods = '[]' WHERE student_id = $1`, [studentId]);
    expect(await findFaults()).toEqual([
      { kind: 'membership_edited', about: `${heldClass.course.id} ${studentId}` },
    ]);
    await tamper(RESTORE_MEMBERS);
    await tamper(`UPDATE session_revisions SET late_from = 'infinity' WHERE session_id = $1`, [sessionId]);
    expect(await findFaults()).toEqual([{ kind: 'session_edited', about: `${sessionId} 0` }]);
  });

  it('is detected if a salt was deleted to hide an edit', async () => {
    await tamper(`UPDATE audit_log SET actor_id = NULL WHERE id = $1`, [line]);
    await tamper('DELETE FROM history_openings WHERE line_id = $1', [line]);
    expect(await findFaults()).toEqual([{ kind: 'salt_deleted', about: line }]);
  });

  it('is detected in a rebuilt tree by comparison with an archived root', async () => {
    const { rows } = await campus.database.query<{ size: string; root: Buffer }>(
      'SELECT size, root FROM history_roots ORDER BY size DESC LIMIT 1',
    );
    const emailed = { size: Number(rows[0]!.size), root: rows[0]!.root };
    await tamper(`CREATE TABLE kept_roots AS SELECT * FROM history_roots;
                  CREATE TABLE kept_nodes AS SELECT * FROM history_nodes;
                  DELETE FROM audit_log WHERE id = '${line}'; DELETE FROM decisions WHERE session_id = '${heldClass.session.id}';
                  DELETE FROM history_roots; DELETE FROM history_nodes; DELETE FROM history_leaves;
                  DELETE FROM history_openings; DELETE FROM history_root_mails`);
    await growTree(tree);
    expect(await findFaults()).toEqual([]);
    const { findings } = await verifyHistory(campus.database, [emailed]);
    expect(findings).toEqual([{ kind: 'tree_too_small', about: String(emailed.size) }]);
    const other = { size: emailed.size - 1, root: emailed.root };
    expect((await verifyHistory(campus.database, [other])).findings).toMatchObject([
      { kind: 'root_differs' },
    ]);
    await tamper(`DELETE FROM history_roots; INSERT INTO history_roots SELECT * FROM kept_roots;
                  DELETE FROM history_nodes; INSERT INTO history_nodes SELECT * FROM kept_nodes;
                  DELETE FROM history_root_mails; DROP TABLE kept_roots, kept_nodes`);
  });

  it('is reported by the verification command', async () => {
    expect(describeVerification(await verify())).toMatch(/Nothing was tampered with\.\n$/);
    const script = join(import.meta.dirname, '../src/verify-history.ts');
    const env = { ...process.env, DATABASE_URL: campus.services.databases.attendance };
    await tamper(`UPDATE audit_log SET to_status = 'PRESENT' WHERE id = $1`, [line]);
    const failed = execute(process.execPath, [script], { env });
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`A line of the history, or its leaf, was edited: ${line}`),
    });
    await expect(readKeptRoots([script])).rejects.toThrow('There is no root in');
  });
});

describe('an auditor without the database', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kept-roots-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const script = join(import.meta.dirname, '../src/verify-roots.ts');
  const compare = async (...kept: { size: number; root: string }[]) => {
    const texts = kept.map(({ size, root }) => `Tree size: ${size}\n\nRoot: ${root}\n`);
    await writeFile(join(folder, 'kept'), texts.join('\n'));
    const roots = await readKeptRoots([folder]);
    return describeComparison(await compareRoots(campus.services.urls.attendance, roots), roots.length);
  };

  it('can use archived emails even if a mail server rewrapped their lines', async () => {
    const root = 'b8fcfb076fbcfdfd73ada4131b251976be340a85af58e405a52f1c1643f1e9c0';
    const head = 'Subject: Root\r\nMIME-Version: 1.0\r\nContent-Transfer-Encoding:';
    const wrapped = `Tree size: 5030\r\n\r\nRoot: ${root.slice(0, 44)}=\r\n${root.slice(44)}\r\n`;
    const encoded = Buffer.from(`Tree size: 5030\n\nRoot: ${root}\n`).toString('base64');
    for (const email of [`${head} quoted-printable\r\n\r\n${wrapped}`, `${head} base64\r\n\r\n${encoded}`]) {
      const file = join(folder, 'wrapped.eml');
      await writeFile(file, email);
      expect(await readKeptRoots([file])).toEqual([{ size: 5030, root: Buffer.from(root, 'hex') }]);
      await rm(file);
    }
  });

  it('verifies that the newest tree extends the archived roots, and gets the newest root', async () => {
    const heldClass = await campus.holdClass(2);
    const [firstMember, secondMember] = heldClass.members;
    await markIn(heldClass, firstMember);
    const before = (await growTree(tree))!;
    await markIn(heldClass, secondMember);
    const { size, root } = (await growTree(tree))!;
    const [early, newest] = [before, { size, root }].map((head) => ({
      size: head.size,
      root: head.root.toString('hex'),
    })) as [{ size: number; root: string }, { size: number; root: string }];
    expect(await compare(early, newest)).toContain(
      `Tree size: ${newest.size}\nRoot: ${newest.root}\nIt begins with all 2 that you kept.`,
    );

    const swapped = { ...early, root: newest.root };
    expect(await compare(newest, swapped)).toMatch(
      /does not begin with the one that you kept: size \d+, .*\nFound: 1 of 2/,
    );
    expect(await compare({ ...newest, size: newest.size + 1 })).toContain(
      'is smaller than the one that you kept',
    );
    await tamper('DELETE FROM history_roots WHERE size = $1', [early.size]);
    expect(await compare(early)).toContain('has never published the tree that you kept');
    const args = ['--url', campus.services.urls.attendance, '--roots', folder];
    await expect(execute(process.execPath, [script, ...args])).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('has never published the tree that you kept'),
    });
  });

  it('gets an error that lists the missing options', async () => {
    await expect(execute(process.execPath, [script])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("required option '--url <address>' not specified"),
    });
  });
});

describe('the nightly root', () => {
  it('is due once, at 3 a.m. campus time, if there are new entries', async () => {
    expect(latestNight(new Date('2026-09-14T00:59:00Z'), 'Europe/Vienna').toISOString()).toBe(
      '2026-09-13T01:00:00.000Z',
    );
    expect(latestNight(new Date('2026-09-14T01:00:00Z'), 'Europe/Vienna').toISOString()).toBe(
      '2026-09-14T01:00:00.000Z',
    );
    await markIn(await campus.holdClass(1));
    await growTree(tree);
    expect(await isNightDue(campus.database, new Date(Date.now() - 60_000))).toBe(false);
    const tomorrow = new Date(Date.now() + 60_000);
    expect(await isNightDue(campus.database, tomorrow)).toBe(false);
    await markIn(await campus.holdClass(1));
    expect(await isNightDue(campus.database, tomorrow)).toBe(true);
  });

  it('is published by the service and emailed to the auditor once', async () => {
    await markIn(await campus.holdClass(1));
    await tamper(`UPDATE history_roots SET at = at - interval '2 days'`);
    await tamper('DELETE FROM history_root_mails');
    await campus.services.restart('attendance');
    const { mailDir } = campus.services;
    const emails = async () => {
      const names = (await readdir(mailDir).catch(() => [])).filter((name) => name.endsWith('.eml'));
      return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(mailDir, name)))));
    };
    const newest = async () => (await ask<HistoryRoot[]>('/api/attendance/history-roots')).body[0]!;
    const emailsOfNewest = async () => {
      const { root, at } = await newest();
      expect(Date.parse(at)).toBeGreaterThan(Date.now() - 86_400_000);
      return (await emails()).filter(({ text }) => text?.includes(`Root: ${root}`));
    };
    // On a busy machine the first attempt may fail, and the next one follows a minute later. The service may
    // also have published a root before.
    await eventually(async () => expect(await emailsOfNewest()).toHaveLength(1));
    const [{ to, text } = { to: [], text: '' }] = await emailsOfNewest();
    expect(to).toMatchObject([{ address: AUDITOR }]);
    expect(text).toContain(`Tree size: ${(await newest()).size}`);
    await eventually(async () => expect(await listUnsentRoots(campus.database)).toEqual([]));
    const verification = await verifyHistory(campus.database, await readKeptRoots([mailDir]));
    expect(describeVerification(verification)).toMatch(
      /and \d+ that you named\.\n.*\nNothing was tampered with\.\n$/,
    );
  });
});

// Must be the last test, because each verification would read all of these entries again.
it('the history tree has the correct root even if there are more leaves than it keeps in memory', async () => {
  await campus.database.query(
    `INSERT INTO audit_log (session_id, student_id, action) SELECT 'any', gen_random_uuid(), 'disputed' FROM generate_series(1, 5000)`,
  );
  const { size, root } = (await growTree(tree))!;
  const { rows } = await campus.database.query<{ hash: Buffer }>(
    'SELECT hash FROM history_leaves ORDER BY number',
  );
  const frontier = createFrontier();
  for (const { hash } of rows) frontier.push(hash);
  expect([size, root]).toEqual([rows.length, frontier.root()]);
  expect(await rootOf(storedNodes(campus.database), size)).toEqual(root);
  expect(await findFaults()).toEqual([]);
});
