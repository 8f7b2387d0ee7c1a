import { afterEach, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { createApiClient, type Host } from '@qr-attendance/web-kit';
import { answer, callOf, fakeApi, refusal, renderRemote, type Answers } from '@qr-attendance/web-kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { CalendarFeed } from '../src/calendar/calendar-feed.tsx';
import { WeekOfClasses } from '../src/calendar/week-of-classes.tsx';

const LIST = callOf(routes.session.listCalendar);
const FEED = callOf(routes.session.getCalendarFeed);
const RENEW = callOf(routes.session.renewCalendarFeed);

const open = (children: ReactNode, answers: Record<string, Answers>) => {
  const server = fakeApi(answers);
  const api = createApiClient({ getToken: () => 'token', renew: async () => undefined });
  renderRemote(children, {
    catalog: { namespace: 'test', en: {}, load: async () => ({}) },
    host: { api } as Host,
    basePath: '/student',
  });
  return server;
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

afterEach(cleanup);

test('A week is shown as loading until its classes have arrived', async () => {
  const server = open(<WeekOfClasses day="2026-09-14" />, { [LIST]: answer([]) });
  expect(await screen.findByText('No classes in this week.')).toBeTruthy();
  const release = server.hold();
  await press('Later');
  await waitFor(() =>
    expect(server.sentTo(LIST).at(-1)?.query).toEqual({ from: '2026-09-21', to: '2026-09-27' }),
  );
  expect(screen.queryByText('No classes in this week.')).toBeNull();
  expect(screen.getByRole('status', { name: 'Loading…' })).toBeTruthy();
  release();
  expect(await screen.findByText('No classes in this week.')).toBeTruthy();
});

test('The new secret URL is shown even if the server is too busy for other requests', async () => {
  const createdAt = '2026-09-14T08:00:00.000Z';
  const server = open(<CalendarFeed />, {
    [FEED]: answer({}),
    [RENEW]: answer({ path: '/api/calendar/feeds/secret.ics', createdAt }, 201),
  });
  const create = await screen.findByRole('button', { name: 'Create address' });
  server.give(FEED, refusal(503, 'Please try again in a moment.'));
  await userEvent.click(create);
  expect(await screen.findByText(/\/api\/calendar\/feeds\/secret\.ics$/)).toBeTruthy();
  await waitFor(() => expect(server.sentTo(FEED)).toHaveLength(2));
});
