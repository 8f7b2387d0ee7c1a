import { jest } from '@jest/globals';
import { BURST_WINDOW_MS, OPEN_POLICY, routes, type Session } from '@qr-attendance/contracts';
import { formatTime } from '@qr-attendance/web-kit';
import { answer, callOf, fakeApi, type Answers } from '@qr-attendance/web-kit/testing';
import { testLiveScreens } from '@qr-attendance/web-kit/testing/live-screens';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { CoursePage } from '../src/features/course/pages/course-page.tsx';
import { DashboardPage } from '../src/features/dashboard/pages/dashboard-page.tsx';
import { SessionResult } from '../src/features/generate/components/session-result.tsx';
import { ProjectorPage } from '../src/features/session/pages/projector-page.tsx';
import { SessionPage } from '../src/features/session/pages/session-page.tsx';
import { WeekPage } from '../src/features/week/pages/week-page.tsx';
import { currentCodeOf, freshCode } from '../src/shared/code/rotation.ts';
import { createStream } from './live-stream.ts';
import { renderTeacher } from './render-teacher.tsx';
import {
  algorithms,
  courseId,
  enrolledOf,
  markOf,
  openDefaults,
  rosterOf,
  sessionId,
  sessionOf,
} from './samples.ts';

// jsdom cannot lay out SVG.
jest.mock('react-apexcharts', () => ({ __esModule: true, default: () => null }));

const { attendance, course, session } = routes;
const show = (answers: Record<string, Answers>, path: string, route: string, page: ReactNode) => {
  const server = fakeApi(answers);
  renderTeacher(
    <Routes>
      <Route path={`/teacher${route}`} element={page} />
    </Routes>,
    path,
    { user: { ...sessionOf().teacher, email: 'ada@campus.example', userType: 'TEACHER' } },
  );
  return server;
};

const text = (content: string | RegExp) => screen.queryAllByText(content)[0];
const qrText = () =>
  screen.queryByRole('img', { name: 'QR code to mark attendance' })?.getAttribute('data-qr') ?? '';
const MINUTE_MS = 60_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

const sessionNamed = (n: number, burstCodes = false): Session =>
  sessionOf({
    course: { ...sessionOf().course, name: `Algorithms ${n}` },
    qrCode: 'K0000000',
    codeExpiresAt: inMs(30_000),
    refreshInterval: 30,
    presenceCheck: { state: 'waiting' },
    policy: { ...OPEN_POLICY, networks: [], burstCodes },
  });
const sessionRequest = {
  answerOf: (n: number) => () => answer(sessionNamed(n)),
  isShown: (n: number) => text(new RegExp(`Algorithms ${n}`)),
};

/** The codes of the n-th answer begin with its number. */
const refreshCodeRequest = {
  answerOf: (n: number) => () => {
    const window = Math.floor(Date.now() / 30_000);
    const code = (at: number) => `K${n}${String(at).slice(-6)}`;
    const shownForMs = 30_000 - (Date.now() % 30_000);
    return answer({
      qrCode: code(window),
      refreshInterval: 30,
      codeExpiresAt: inMs(shownForMs),
      shownForMs,
      nextCodes: [code(window + 1), code(window + 2)],
    });
  },
  isShown: (n: number) => qrText().includes(`/K${n}`),
};
const burstCodesRequest = {
  answerOf: (n: number) => () =>
    answer({
      windowMs: BURST_WINDOW_MS,
      codes: Array.from({ length: 14 }, (_, index) => ({
        code: `K${n}${String(Math.floor(Date.now() / BURST_WINDOW_MS) + index).slice(-6)}`,
        inMs: index * BURST_WINDOW_MS - (Date.now() % BURST_WINDOW_MS),
      })),
      words: [],
    }),
  isShown: (n: number) => qrText().includes(`/K${n}`),
  // Codes are known for ten seconds; four of these pass before the next request, and up to 1.5 before a
  // retry.
  troubleMs: 2_000,
  others: { [callOf(session.getSession)]: () => answer(sessionNamed(0, true)) },
};

const stream = createStream();
let streamedBy = -1;
const streamRequest = {
  answerOf: (n: number) => () => {
    streamedBy = n;
    return stream.connect();
  },
  isShown: (n: number) => streamedBy === n,
  drop: () => stream.drop({ accepting: true }),
};

const rosterCountsRequest = {
  answerOf: (n: number) => answer({ students: 2, marked: n }),
  isShown: (n: number) => text(new RegExp(`^${n} of 2 students marked`)),
};

const studentsFrom2 = (n: number) => Array.from({ length: n + 1 }, (_, index) => markOf(index + 2).student);
const needHelp = (n: number) => text(new RegExp(`^${n + 1} students? needs? help$`));
const at = '2026-09-14T09:05:00.000Z';
const flaggedAttemptsRequest = {
  answerOf: (n: number) =>
    answer(studentsFrom2(n).map((student) => ({ student, flags: [{ reason: 'device_shared', at }] }))),
  isShown: needHelp,
};
const refusedTriesRequest = {
  answerOf: (n: number) =>
    answer({
      students: studentsFrom2(n).map((student) => ({
        student,
        reason: 'wrong_pin',
        at,
        tries: 1,
        enrolled: true,
        locked: false,
      })),
      others: 0,
    }),
  isShown: needHelp,
};

const calendarRequest = {
  answerOf: (n: number) =>
    answer([
      {
        sessionId,
        course: { ...sessionOf().course, name: `Lecture ${n}` },
        date: '2026-09-14',
        startTime: '2026-09-14T12:00:00.000Z',
        state: 'scheduled',
      },
    ]),
  isShown: (n: number) => text(`Lecture ${n}`),
};
const presenceCheckOf = (n: number, unitMs: number) => ({
  state: 'open',
  openedAt: inMs(n),
  endsAt: inMs(n * unitMs),
  endsInMs: n * unitMs,
});

const classPage = (answers: Record<string, Answers>) =>
  show(answers, `/sessions/${sessionId}`, '/sessions/:sessionId', <SessionPage />);
const isCode = () => qrText() !== '';
const COURSES = { [callOf(course.listCourses)]: answer([algorithms]) };

testLiveScreens('teacher', {
  'projector view': {
    open: (answers) =>
      show(answers, `/sessions/${sessionId}/projector`, '/sessions/:sessionId/projector', <ProjectorPage />),
    isOn: () => isCode() && text(/^\d of 2 students marked/),
    requests: {
      sessionRequest,
      refreshCodeRequest,
      burstCodesRequest,
      streamRequest,
      presenceCheckRequest: {
        // More than 999 s would be shown with a thousands separator.
        answerOf: (n) => () => answer(presenceCheckOf(n + 1, 2 * MINUTE_MS)),
        isShown: (n) => {
          const seconds = Number(text(/^\d+ s left$/)?.textContent.split(' ')[0]);
          return seconds > n * 120 + 1 && seconds <= (n + 1) * 120 + 1;
        },
      },
      rosterCountsRequest,
    },
  },
  'class page': {
    open: classPage,
    others: COURSES,
    isOn: () => isCode() && text(/^Student 1$/) && text(/needs? help/),
    requests: {
      sessionRequest,
      refreshCodeRequest,
      burstCodesRequest,
      streamRequest,
      flaggedAttemptsRequest,
      refusedTriesRequest,
      rosterRequest: {
        answerOf: (n) => {
          const second = enrolledOf(2);
          const renamed = { ...second, student: { ...second.student, name: `Second ${n}` } };
          return answer(rosterOf([markOf(1)], [enrolledOf(1), renamed]));
        },
        isShown: (n) => text(`Second ${n}`),
      },
    },
  },
  'class page that started a presence check': {
    open: async (answers) => {
      const server = classPage(answers);
      fireEvent.click(await waitFor(() => screen.getByRole('button', { name: 'Ask now' })));
      return server;
    },
    others: {
      ...COURSES,
      [callOf(session.getSession)]: () => answer(sessionNamed(0)),
      [callOf(session.askPresenceCheck)]: () => answer(presenceCheckOf(9, 10 * MINUTE_MS)),
      [callOf(session.refreshCode)]: refreshCodeRequest.answerOf(0),
      [callOf(attendance.getRoster)]: answer(rosterOf([markOf(1)], [enrolledOf(1)])),
      [callOf(attendance.streamAttendance)]: streamRequest.answerOf(0),
      [callOf(attendance.listFlaggedAttempts)]: flaggedAttemptsRequest.answerOf(0),
      [callOf(attendance.listRefusedTries)]: refusedTriesRequest.answerOf(0),
    },
    partOf: 'class page',
    isOn: () => text(/^The class is asked until/),
    requests: {
      presenceCheckRequest: {
        answerOf: (n) => () => answer(presenceCheckOf(n + 1, 10 * MINUTE_MS)),
        isShown: (n) => text(new RegExp(`until ${formatTime(inMs((n + 1) * 10 * MINUTE_MS))}`)),
      },
    },
  },
  'page of a new session': {
    open: (answers, request) => {
      const created = sessionNamed(0, request === 'burstCodesRequest');
      return show(
        answers,
        '/generate',
        '/generate',
        <SessionResult
          session={created}
          code={freshCode(currentCodeOf(created)!, Date.now())}
          onAnother={() => undefined}
        />,
      );
    },
    isOn: () => isCode() && text(/^\d of 2 students marked/),
    requests: { refreshCodeRequest, burstCodesRequest, streamRequest, rosterCountsRequest },
  },
  'dashboard of a teacher': {
    open: (answers) => show(answers, '', '', <DashboardPage />),
    others: {
      ...COURSES,
      [callOf(attendance.getAnalyticsSummary)]: answer({
        totalStudents: 2,
        totalCourses: 3,
        activeSessions: 0,
        todayAttendancePercentage: null,
        attendancePercentage: null,
        attendedSessions: 0,
        totalSessions: 0,
        runningMarks: [],
        courseTotals: [],
      }),
      [callOf(attendance.getAttendanceAnalytics)]: answer([]),
      [callOf(attendance.listAttendance)]: answer([]),
      [callOf(session.getSessionDefaults)]: answer(openDefaults),
    },
    isOn: () => text('Open class') && text(/needs? help/) && text(/^Lecture/),
    requests: {
      runningSessionsRequest: {
        answerOf: (n) => answer([sessionOf({ attendanceCount: n })]),
        isShown: (n) => text(new RegExp(`^${n} students? marked so far$`)),
      },
      flaggedAttemptsRequest,
      refusedTriesRequest,
      calendarRequest,
    },
  },
  'week of a teacher': {
    open: (answers) => show(answers, '/week', '/week', <WeekPage />),
    isOn: () => text(/^Lecture/),
    requests: { calendarRequest },
  },
  'course page': {
    open: (answers) => show(answers, `/courses/${courseId}`, '/courses/:courseId', <CoursePage />),
    others: {
      [callOf(course.getCourse)]: answer(algorithms),
      [callOf(session.listSessions)]: answer([]),
      [callOf(session.getSessionDefaults)]: answer(openDefaults),
      [callOf(attendance.listStudentRates)]: answer([]),
      [callOf(course.getEnrollmentSettings)]: answer({ mode: 'OPEN', mayLeave: false }),
      [callOf(course.listStaff)]: answer({ staff: [], changes: [] }),
      [callOf(course.listFormerStudents)]: answer([]),
    } satisfies Record<string, Answers>,
    isOn: () => text(/^USN-/),
    requests: {
      enrollmentRequestsRequest: {
        answerOf: (n) =>
          answer([
            {
              student: { ...markOf(2).student, usn: `USN-${n}` },
              requestedAt: '2026-09-14T09:00:00.000Z',
            },
          ]),
        isShown: (n) => text(new RegExp(`USN-${n}`)),
      },
    },
  },
});
