import { routes } from '@qr-attendance/contracts';
import { answer, callOf } from '@qr-attendance/web-kit/testing';
import { testLiveScreens } from '@qr-attendance/web-kit/testing/live-screens';
import { fireEvent, screen, waitFor } from '@testing-library/react';
// Lazy components cannot load while the clock is frozen, so these modules are imported here.
import '../src/features/mark/components/join-step.tsx';
import '../src/features/mark/components/presence-check.tsx';
import { MARK, only, open, record, scan, VERIFY } from './open-marking.tsx';

const text = (content: string | RegExp) => screen.queryAllByText(content)[0];
const fresh = (more: object = {}) => ({
  ...scan,
  ticketExpiresAt: new Date(Date.now() + 300_000).toISOString(),
  ...more,
});
const press = async (name: string) =>
  fireEvent.click(await waitFor(() => screen.getByRole('button', { name })));
const preferences = only({});

testLiveScreens('attendance', {
  'marking page while it opens': {
    open: (answers) => open({ answers, preferences }),
    isOn: () => screen.queryByRole('button', { name: 'Mark My Attendance' }),
    isOnce: true,
    requests: {
      verifyCodeRequest: {
        answerOf: () => () => answer(fresh()),
        isShown: () => screen.queryByRole('button', { name: 'Mark My Attendance' }),
      },
    },
  },
  'marking page while it sends': {
    open: async (answers) => {
      const server = open({ answers, preferences });
      await press('Mark My Attendance');
      return server;
    },
    others: { [VERIFY]: () => answer(fresh()) },
    isOn: () => text('Attendance Marked!'),
    isOnce: true,
    requests: {
      markRequest: { answerOf: () => answer(record, 201), isShown: () => text('Attendance Marked!') },
    },
  },
  'marking page during a presence check': {
    open: (answers) => open({ answers, preferences }),
    others: { [VERIFY]: () => answer(fresh({ presenceCheck: 'now' })), [MARK]: answer(record, 201) },
    isOn: () => text(/^You are marked late/),
    isOnce: true,
    requests: {
      presenceAnswerRequest: {
        answerOf: () => answer({ ...record, presenceCheck: { answeredAt: '2026-09-14T09:41:00.000Z' } }),
        isShown: () => text(/^Presence check recorded/),
      },
    },
  },
  'marking page of a student who waits for the teacher': {
    open: (answers) => open({ answers, preferences }),
    others: {
      [VERIFY]: () => answer(fresh({ enrolled: false })),
      [callOf(routes.attendance.markAttendance)]: answer(undefined, 403),
    },
    isOn: () => screen.queryByRole('button', { name: 'Check again' }),
    requests: {
      enrollmentStateRequest: {
        answerOf: (n) => answer({ enrolled: false, way: 'WAITING', guests: n % 2 === 1 }),
        isShown: (n) => (n % 2 === 1) === Boolean(screen.queryByRole('button', { name: 'Mark as a guest' })),
      },
    },
  },
});
