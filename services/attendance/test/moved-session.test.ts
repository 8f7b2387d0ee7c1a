import { afterAll, beforeAll, expect, it } from '@jest/globals';
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

it('a session that was moved to now a moment ago is asked of its owner before a mark is refused', async () => {
  const held = await campus.holdClass(1, { startTime: ago(-24 * 60) });
  const moved = { ...held.session, startTime: ago(1), version: 2 };
  owner.answers.set(`/internal/sessions/${held.session.id}`, moved);
  expect(await held.mark()).toMatchObject({ status: 201, body: { status: 'PRESENT' } });
}, 60_000);

it('one that starts later is not marked, whatever its owner is asked', async () => {
  const held = await campus.holdClass(1, { startTime: ago(-24 * 60) });
  owner.answers.set(`/internal/sessions/${held.session.id}`, held.session);
  expect(await held.mark()).toMatchObject({ status: 403, body: { code: 'session_not_begun' } });
}, 60_000);
