import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@qr-attendance/test-kit';
import { ago, startCampus, type Campus } from './campus.ts';
import { startOwner, type Owner } from './stand-in-owner.ts';

let campus: Campus;
let owner: Owner;
beforeAll(async () => {
  owner = await startOwner();
  campus = await startCampus({ urls: { session: owner.url } });
}, 60_000);
afterAll(async () => {
  owner.stop();
  await campus.stop();
});

const inMinutes = { withinMs: 60_000 };

it('a cancellation that a replica of the release before took for an end is asked of the owner', async () => {
  const held = await campus.holdClass(2, { canceledAt: null });
  const { session, teacher } = held;
  expect((await held.mark()).status).toBe(201);
  const totals = async () => (await campus.ask(teacher, 'GET', '/api/attendance/totals')).body as object;
  const endedAt = ago(0);
  const canceled = { ...session, active: false, endedAt, canceledAt: endedAt, version: 2 };
  const path = `/internal/sessions/${session.id}`;
  const { canceledAt: _leftOut, ...asBefore } = canceled;
  // An owner of that release does not say it either.
  owner.answers.set(path, asBefore);
  await campus.database.query(
    'UPDATE sessions SET active = false, ended_at = $2, version = 2 WHERE id = $1',
    [session.id, endedAt],
  );
  await eventually(async () => expect(await totals()).toMatchObject({ present: 1, absent: 1 }), inMinutes);
  owner.answers.set(path, canceled);
  const nothing = { present: 0, late: 0, absent: 0, excused: 0 };
  await eventually(async () => expect(await totals()).toEqual(nothing), inMinutes);
  await eventually(async () => {
    const { rows } = await campus.database.query(
      'SELECT 1 FROM sessions WHERE heard_version IS DISTINCT FROM version',
    );
    expect(rows).toEqual([]);
  }, inMinutes);
}, 120_000);

it('a session that was moved to now a moment ago is asked of its owner before a mark is refused', async () => {
  const held = await campus.holdClass(1, { canceledAt: null, startTime: ago(-24 * 60) });
  const moved = { ...held.session, startTime: ago(1), version: 2 };
  owner.answers.set(`/internal/sessions/${held.session.id}`, moved);
  expect(await held.mark()).toMatchObject({ status: 201, body: { status: 'PRESENT' } });
}, 60_000);

it('one that starts later is not marked, whatever its owner is asked', async () => {
  const held = await campus.holdClass(1, { canceledAt: null, startTime: ago(-24 * 60) });
  owner.answers.set(`/internal/sessions/${held.session.id}`, held.session);
  expect(await held.mark()).toMatchObject({ status: 403, body: { code: 'session_not_begun' } });
}, 60_000);
