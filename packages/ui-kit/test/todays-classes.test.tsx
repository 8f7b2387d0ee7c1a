import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { createApiClient, type Host } from '@qr-attendance/web-kit';
import { answer, callOf, fakeApi, renderRemote } from '@qr-attendance/web-kit/testing';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TodaysClasses } from '../src/calendar/today.tsx';

const LIST = callOf(routes.session.listCalendar);
const classOn = (date: string, name: string) => ({
  sessionId: '66f000000000000000005e01',
  course: { _id: '66f000000000000000000c01', name, code: 'CS201' },
  date,
  startTime: `${date}T08:00:00.000Z`,
  state: 'scheduled',
});

const open = (classes?: object[]) => {
  const server = fakeApi({
    [LIST]: ({ query }) =>
      answer(
        classes ??
          (query['to'] === '2026-09-14'
            ? [classOn('2026-09-14', 'Algorithms')]
            : [classOn('2026-09-15', 'Databases')]),
      ),
  });
  const api = createApiClient({ getToken: () => 'token', renew: async () => undefined });
  renderRemote(<TodaysClasses weekPath="/student/week" />, {
    catalog: { namespace: 'test', en: {}, load: async () => ({}) },
    host: { api } as Host,
    basePath: '/student',
  });
  return server;
};

beforeEach(() => {
  // Fakes only the time; timers and the network work as usual.
  jest.useFakeTimers({
    now: new Date('2026-09-14T23:59:00'),
    doNotFake: [
      ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const),
      ...(['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'] as const),
      ...(['performance', 'requestAnimationFrame', 'cancelAnimationFrame'] as const),
    ],
  });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('A tab that stays open overnight shows the classes of the new day', async () => {
  const { sentTo } = open();
  expect(await screen.findByText('Algorithms')).toBeTruthy();
  act(() => {
    jest.setSystemTime(new Date('2026-09-15T07:30:00'));
    fireEvent(document, new Event('visibilitychange'));
  });
  await waitFor(() => expect(sentTo(LIST).at(-1)?.query).toEqual({ from: '2026-09-14', to: '2026-09-15' }));
  expect(await screen.findByText('Databases')).toBeTruthy();
  expect(screen.queryByText('Algorithms')).toBeNull();
});

test('Yesterday’s class is shown until it ends after midnight', async () => {
  jest.setSystemTime(new Date('2026-09-15T00:30:00Z'));
  const night = {
    ...classOn('2026-09-14', 'Astronomy'),
    startTime: '2026-09-14T20:00:00.000Z',
    endTime: '2026-09-15T01:00:00.000Z',
  };
  const over = { ...classOn('2026-09-14', 'Algorithms'), endTime: '2026-09-14T09:00:00.000Z' };
  open([over, night]);
  expect(await screen.findByText('Astronomy')).toBeTruthy();
  expect(screen.queryByText('Algorithms')).toBeNull();
});
