import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  DEFAULT_SECURITY_PREFERENCES,
  SELFIE_LIMITS,
  type AttendanceRecord,
  type PersonalData,
} from '@qr-attendance/contracts';
import { securityChanged, userChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { eventually } from '@qr-attendance/test-kit';
import { parseRecordId } from '../src/core/records/record-id.ts';
import { ago, startCampus, type Campus, type HeldClass } from './campus.ts';
import { drawAreas } from './draw-areas.ts';

const RETENTION_DAYS = 100;
let campus: Campus;
beforeAll(async () => {
  const env = { attendance: { MARK_DETAILS_RETENTION_DAYS: String(RETENTION_DAYS) } };
  campus = await startCampus({ env });
});
afterAll(() => campus.stop());

const preferences = { ...DEFAULT_SECURITY_PREFERENCES, requireSelfie: true };
const location = { latitude: 52.5, longitude: 13.4, radius: 100 };

const markWithAll = async () => {
  const heldClass = await campus.holdClass(2, { location }, { preferences });
  const [{ user }] = heldClass.members as [HeldClass['members'][number]];
  const takePicture = async () => SELFIE_LIMITS.dataUrlPrefix + (await drawAreas()).toString('base64');
  const here = { latitude: 52.5, longitude: 13.4, accuracy: 0 };
  const [selfieImage, selfieAfterPrompt] = [await takePicture(), await takePicture()];
  const answer = await heldClass.mark(undefined, { location: here, selfieImage, selfieAfterPrompt });
  const markId = (answer.body as AttendanceRecord)._id;
  await campus.ask(user, 'POST', `/api/attendance/${markId}/dispute`, { note: 'I came early' });
  const path = `/api/attendance/${markId}/dispute/answer`;
  await campus.ask(heldClass.teacher, 'POST', path, { answer: 'You were ill, I know' });
  await campus.call(user, 'POST', '/api/attendance/changes/seen', { until: ago(0) });
  return { heldClass, user, markId };
};
const dataOf = async (user: HeldClass['teacher']) =>
  (await campus.ask(user, 'GET', '/api/attendance/my-data')).body as PersonalData;

/** Derived data: views, queues, and caches of counts. */
const VIEWS = new Set([
  'attendance',
  'class_attendance',
  'judged_attendance',
  'counted_elsewhere',
  'session_students',
  'computed_records',
  'records',
  'recounts',
  'computed_member_counts',
  'member_counts',
]);
const aPicture: unknown = expect.stringMatching(/^data:image\/jpeg;base64,/);
const aHash: unknown = expect.stringMatching(/^[01]{64}$/);

describe("a person's data export", () => {
  it('contains everything that the service stores about the person, and nothing about others', async () => {
    const { heldClass, user, markId } = await markWithAll();
    // Students see flags and details of scans only after the session.
    const hidden = { distanceBand: null, onCampus: null, signed: null, burstLateMs: null };
    expect((await dataOf(user)).records).toMatchObject({
      marks: [{ id: markId }],
      scans: [{ sessionId: heldClass.session.id, ...hidden }],
      flags: [],
    });
    const ended = { active: false, endTime: ago(0), endedAt: ago(0), version: heldClass.session.version + 1 };
    await campus.publishSession({ ...heldClass.session, ...ended });
    await eventually(async () => expect((await dataOf(user)).records['flags']).toHaveLength(1));
    const { service, records } = await dataOf(user);
    expect(service).toBe('attendance');
    expect(records).toMatchObject({
      person: [{ id: user.id, name: 'Student 0' }],
      security: [{ hasPin: true, selfieConsent: true }],
      memberships: [{ courseId: heldClass.course.id }],
      marks: [{ id: markId, status: 'PRESENT', courseName: 'Algorithms' }],
      scans: [{ sessionId: heldClass.session.id, distanceBand: 'up to 10 m', signed: expect.any(Boolean) }],
      disputes: [{ markId, note: 'I came early', answer: 'You were ill, I know' }],
      history: [
        { action: 'membership_changed' },
        { action: 'marked' },
        { action: 'disputed' },
        { action: 'dispute_answered' },
      ],
      seenChanges: [{ until: expect.any(String) }],
      flags: [{ sessionId: heldClass.session.id, reason: 'zero_accuracy' }],
      selfies: [
        {
          markId,
          picture: aPicture,
          prompt: expect.stringMatching(/^(turn|look)_/),
          pictureAfterPrompt: aPicture,
          fingerprint: aHash,
          fingerprintAfterPrompt: aHash,
        },
      ],
      decisions: [],
    });
    const text = JSON.stringify(records);
    expect(text).not.toContain(heldClass.members[1]!.user.id);
    expect(text).not.toMatch(/salt|hash|pin_verifier/);
    expect((await dataOf(heldClass.teacher)).records).toMatchObject({
      marks: [],
      decisions: [{ markId, action: 'dispute_answered', reason: 'You were ill, I know' }],
    });
    expect((await fetch(`${campus.services.urls.attendance}/api/attendance/my-data`)).status).toBe(401);
  });
});

describe('an erased person', () => {
  it('leaves only anonymous marks and correct counts, and an older event restores nothing', async () => {
    const { heldClass, user, markId } = await markWithAll();
    const totals = async () =>
      (await campus.ask(heldClass.teacher, 'GET', `/api/attendance/totals?courseId=${heldClass.course.id}`))
        .body;
    const before = await totals();
    expect(before).toMatchObject({ present: 1 });
    const erased = {
      id: user.id,
      name: 'Erased',
      email: 'erased@invalid.example',
      userType: 'STUDENT' as const,
      suspended: true,
      erased: true,
      signedOut: { times: 1, at: ago(0), until: ago(-15) },
      version: 2,
    };
    await campus.bus.publish(createEvent(userChanged, user.id, erased));
    await eventually(async () =>
      expect(await heldClass.roster()).toMatchObject([
        { _id: markId, student: { name: 'Erased' }, hasSelfie: false, flags: [], status: 'PRESENT' },
      ]),
    );
    const again = campus.securityOf(user.id, heldClass.members[0]!.device, { preferences });
    await campus.bus.publish(createEvent(securityChanged, user.id, again));
    const marker = campus.securityOf(heldClass.members[1]!.user.id, heldClass.members[1]!.device, {
      version: 7,
    });
    await campus.bus.publish(createEvent(securityChanged, marker.studentId, marker));
    await eventually(async () => {
      const { rows } = await campus.database.query(
        'SELECT version FROM student_security WHERE student_id = $1',
        [marker.studentId],
      );
      expect(rows).toEqual([{ version: 7 }]);
    });
    const { rows: tables } = await campus.database.query<{ table_name: string }>(
      `SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'student_id'`,
    );
    const left: string[] = [];
    for (const { table_name: table } of tables) {
      const { rows } = await campus.database.query(`SELECT 1 FROM ${table} WHERE student_id = $1`, [user.id]);
      if (rows.length > 0) left.push(table);
    }
    expect(left.filter((table) => !VIEWS.has(table)).toSorted()).toEqual([
      'audit_log',
      'members',
      'memberships',
      'scans',
    ]);
    const history = await campus.ask(heldClass.teacher, 'GET', `/api/attendance/${markId}/history`);
    expect(history.body).toMatchObject([{ action: 'marked' }, { reason: null }, { reason: null }]);
    expect(await totals()).toEqual(before);
    await cacheAgrees();
    expect(await campus.ask(user, 'GET', '/api/attendance/my-data')).toMatchObject({ status: 401 });
  });
});

const cacheAgrees = () =>
  eventually(async () => {
    const { rows } = await campus.database.query(
      `SELECT session_id FROM (SELECT * FROM records EXCEPT SELECT * FROM computed_records) AS differences
       UNION ALL SELECT course_id FROM recounts`,
    );
    expect(rows).toEqual([]);
  });

describe('the details of a mark', () => {
  it('are deleted after their retention, and the mark remains', async () => {
    const old = await markWithAll();
    const young = await markWithAll();
    const { sessionId } = parseRecordId(old.markId);
    for (const sql of [
      'UPDATE scan_evidence SET scanned_at = scanned_at - make_interval(days => $2) WHERE session_id = $1',
      'UPDATE flags SET at = at - make_interval(days => $2) WHERE session_id = $1',
    ])
      await campus.database.query(sql, [sessionId, RETENTION_DAYS + 1]);
    await campus.services.restart('attendance');
    const details = async (markId: string) =>
      (
        await campus.database.query<Record<string, unknown>>(
          `SELECT NOT EXISTS (SELECT FROM scan_evidence e WHERE e.session_id = a.session_id) AS gone,
                  (SELECT count(*)::int FROM flags f WHERE f.session_id = a.session_id) AS flags, status
             FROM attendance a WHERE session_id = $1`,
          [parseRecordId(markId).sessionId],
        )
      ).rows[0];
    await eventually(async () =>
      expect(await details(old.markId)).toEqual({ gone: true, flags: 0, status: 'PRESENT' }),
    );
    expect(await details(young.markId)).toEqual({ gone: false, flags: 1, status: 'PRESENT' });
    await cacheAgrees();
  });
});
