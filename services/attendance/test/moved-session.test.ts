import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ago, startCampus, type Campus } from './campus.ts';
import { startOwner, type Owner } from './stand-in-owner.ts';

let campus: Campus;
let owner: Owner;
beforeAll(async () => {
  owner = await startOwner();
  campus = await startCampus({ urls: { session: owner.url } });
});
afterAll(async () => {
  owner.stop();
  await campus.stop();
});

it('a mark is accepted if the session service has just moved the session to the current time', async () => {
  const heldClass = await campus.holdClass(1, { startTime: ago(-24 * 60) });
  const moved = { ...heldClass.session, startTime: ago(1), version: 2 };
  owner.answers.set(`/internal/sessions/${heldClass.session.id}`, moved);
  expect(await heldClass.mark()).toMatchObject({ status: 201, body: { status: 'PRESENT' } });
});

it('a session that starts later accepts no mark', async () => {
  const heldClass = await campus.holdClass(1, { startTime: ago(-24 * 60) });
  owner.answers.set(`/internal/sessions/${heldClass.session.id}`, heldClass.session);
  expect(await heldClass.mark()).toMatchObject({ status: 409, body: { code: 'session_not_begun' } });
});
