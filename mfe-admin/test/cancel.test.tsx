import { afterEach, expect, test } from '@jest/globals';
import { answer, enterText, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { dialog, openArea, press, user } from './support/open-area.tsx';

afterEach(cleanup);

/** Opens a page with an expired access token, whose renewal hangs until `renew` is called. */
const openWithExpiredToken = (path: string, answers: Record<string, Answers>) => {
  const renewal = Promise.withResolvers<string>();
  const server = openArea(path, answers, user, () => renewal.promise);
  return { ...server, renew: () => renewal.resolve('token') };
};
const expired = refusal(401);
const confirm = (name: string) => userEvent.click(dialog().getByRole('button', { name }));
const cancel = () => confirm('Cancel');
const pressEscape = () =>
  void fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
const untilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test.each([
  ['Cancel', cancel],
  ['Escape', pressEscape],
])('does not delete a person after %s, even if the request waited for a new token', async (_key, close) => {
  const grace = {
    _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02',
    name: 'Grace Hopper',
    email: 'grace@campus.example',
    userType: 'STUDENT',
    createdAt: '2026-09-01T08:00:00.000Z',
    suspendedAt: null,
    suspendedBecause: null,
  };
  const ERASE = `POST /api/auth/people/${grace._id}/erase`;
  const done = answer(undefined, 204);
  const server = openWithExpiredToken('/admin/people', {
    'GET /api/auth/people': answer([grace]),
    [ERASE]: [expired, done, done],
  });
  const erase = async (reason: string) => {
    await press('More actions for Grace Hopper');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await enterText(dialog().getByLabelText('Reason'), reason);
    await enterText(dialog().getByLabelText(`To confirm, type ${grace.email}`), grace.email);
    await confirm('Delete');
  };
  await erase('Wrong');
  await waitFor(() => expect(server.sentTo(ERASE)).toHaveLength(1));
  await close();
  await untilClosed();
  server.renew();
  await erase('Right');
  await untilClosed();
  expect(server.bodiesOf(ERASE)).toEqual([{ reason: 'Wrong' }, { reason: 'Right' }]);
});

const term = (digit: number) => ({
  _id: `66f00000000000000000070${digit}`,
  name: `Term ${digit}`,
  phase: 'UPCOMING',
  firstDay: `2031-0${digit}-01`,
  lastDay: `2031-0${digit}-28`,
  breaks: [],
  courseCount: 0,
  version: 3,
});

test.each([
  ['copies no courses', 'Copy the courses of Term 1', 'Copy courses', /^The courses are being copied/],
  ['saves no form', 'Edit Term 1', 'Save term', 'Term 1 is saved'],
])('%s after Cancel, even if the request waited for a new token', async (_what, open, submit, done) => {
  const EDIT = `PUT /api/terms/${term(1)._id}`;
  const COPY = `POST /api/terms/${term(3)._id}/copy-courses`;
  const answers = [expired, answer(term(1)), answer(term(1))];
  const server = openWithExpiredToken('/admin/terms', {
    'GET /api/terms': answer([term(3), { ...term(1), courseCount: 12 }]),
    [EDIT]: [...answers],
    [COPY]: [...answers],
  });
  const changes = () => [...server.sentTo(EDIT), ...server.sentTo(COPY)];
  await press(open);
  await confirm(submit);
  await waitFor(() => expect(changes()).toHaveLength(1));
  await cancel();
  server.renew();
  await press(open);
  await confirm(submit);
  expect(await screen.findByText(done)).toBeTruthy();
  expect(changes()).toHaveLength(2);
});
