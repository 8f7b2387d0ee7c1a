import { afterEach, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { answer, callOf, enterText, refusal } from '@qr-attendance/web-kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { dialog, openArea, press } from './support/open-area.tsx';
import { listedPerson } from './support/samples.ts';

const LIST = callOf(routes.auth.listPeople);
const RESET = callOf(routes.auth.resetSecondFactor);
const ada = {
  _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e01',
  name: 'Ada Lovelace',
  email: 'ada@campus.example',
  userType: 'TEACHER',
};
const withFactor = listedPerson(ada, { hasSecondFactor: true });
const withoutFactor = listedPerson(ada, { hasSecondFactor: false });

const choose = async (action: string) => {
  await press('More actions for Ada Lovelace');
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
};

const giveReason = async () => enterText(dialog().getByLabelText('Reason'), 'Lost phone');

afterEach(cleanup);

test('the second factor of a person is reset with a reason', async () => {
  const server = openArea('/admin/people', { [LIST]: answer([withFactor]), [RESET]: answer(withoutFactor) });
  expect(await screen.findByText('With a second factor')).toBeTruthy();
  await choose('Reset second factor');
  expect(
    dialog().getByText(/recovery codes of Ada Lovelace \(ada@campus\.example\) stop working/),
  ).toBeTruthy();
  expect(server.sentTo(RESET)).toEqual([]);
  await giveReason();
  server.give(LIST, answer([withoutFactor]));
  await userEvent.click(dialog().getByRole('button', { name: 'Reset second factor' }));
  expect(await screen.findByText('The second factor of Ada Lovelace was reset')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('With a second factor')).toBeNull());
  expect(server.sentTo(RESET)).toMatchObject([{ params: { id: ada._id }, body: { reason: 'Lost phone' } }]);
});

test('a refused reset shows the reason', async () => {
  openArea('/admin/people', {
    [LIST]: answer([withFactor]),
    [RESET]: refusal(403, 'You cannot do that with your own account.', { code: 'not_yourself' }),
  });
  await choose('Reset second factor');
  await giveReason();
  await userEvent.click(dialog().getByRole('button', { name: 'Reset second factor' }));
  expect(await screen.findByText('You cannot do that with your own account.')).toBeTruthy();
});

test('people without a second factor have nothing to reset', async () => {
  openArea('/admin/people', { [LIST]: answer([withoutFactor]) });
  await press('More actions for Ada Lovelace');
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items).toEqual(['Merge with another record', 'Delete']);
});
