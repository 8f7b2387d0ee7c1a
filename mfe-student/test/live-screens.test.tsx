import { jest } from '@jest/globals';
import { answer } from '@qr-attendance/web-kit/testing';
import { testLiveScreens } from '@qr-attendance/web-kit/testing/live-screens';
import { screen } from '@testing-library/react';
import { openArea } from './support/open-area.tsx';
import { course, record, summary } from './support/samples.ts';

// jsdom cannot lay out SVG.
jest.mock('react-apexcharts', () => ({ __esModule: true, default: () => null }));

const text = (content: string | RegExp) => screen.queryAllByText(content)[0];
const calendarRequest = {
  answerOf: (n: number) =>
    answer([
      {
        sessionId: record.session._id,
        course: { ...record.session.course, name: `Lecture ${n}` },
        date: '2026-09-14',
        startTime: '2026-09-14T12:00:00.000Z',
        state: 'scheduled',
      },
    ]),
  isShown: (n: number) => text(`Lecture ${n}`),
};

testLiveScreens('student', {
  'dashboard of a student': {
    open: (answers) => openArea('/student', answers),
    others: {
      'GET /api/analytics/summary': answer(summary()),
      'GET /api/attendance': answer([]),
      'GET /api/courses': answer([course()]),
      'GET /api/attendance/changes': answer({ changes: [], isMore: false }),
    },
    isOn: () => text(/^Lecture \d/),
    requests: { calendarRequest },
  },
  'week of a student': {
    open: (answers) => openArea('/student/week', answers),
    isOn: () => text(/^Lecture \d/),
    requests: { calendarRequest },
  },
});
