import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { routes, type CourseStudent, type ExtraTime } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { StudentPage } from '../src/features/students/pages/student-page.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, courseId, enrolledOf, markOf } from './samples.ts';

// jsdom cannot lay out SVG, so these tests read the chart's text.
jest.mock('react-apexcharts', () => ({ __esModule: true, default: () => null }));

const STUDENT = callOf(routes.attendance.getCourseStudent);
const { student } = enrolledOf(1);
const session = (n: number, over: Partial<CourseStudent['sessions'][number]> = {}) => ({
  _id: `66f00000000000000000500${n}`,
  date: `2026-09-0${n}`,
  startTime: `2026-09-0${n}T09:00:00.000Z`,
  active: false,
  endedAt: `2026-09-0${n}T10:00:00.000Z`,
  flags: [],
  notes: [],
  ...over,
});
const point = (n: number, attendancePercentage: number) => ({
  session: session(n)._id,
  date: session(n).date,
  attendancePercentage,
});
const courseStudent: CourseStudent = {
  ...enrolledOf(1),
  present: 1,
  late: 0,
  absent: 1,
  excused: 1,
  attendancePercentage: 50,
  enrolledAt: '2026-09-02T08:00:00.000Z',
  course: {
    _id: courseId,
    name: 'Algorithms',
    code: 'CS201',
  },
  enrolled: true,
  trend: [point(2, 100), point(3, 50)],
  sessions: [
    session(4, { active: true }),
    session(3, {
      mark: {
        _id: markOf(1)._id,
        status: 'ABSENT',
        recorded: 'corrected',
        needsReview: true,
      },
      flags: [
        {
          reason: 'device_shared',
          at: '2026-09-03T09:05:00.000Z',
        },
      ],
      notes: [
        {
          at: '2026-09-03T12:00:00.000Z',
          action: 'corrected',
          text: 'Was not in the room',
        },
      ],
    }),
    session(2, {
      mark: {
        _id: markOf(2)._id,
        status: 'PRESENT',
        recorded: 'marked',
        needsReview: false,
        timestamp: '2026-09-02T09:05:00.000Z',
      },
    }),
    session(1),
  ],
};
const EXTRA_TIME = callOf(routes.session.getExtraTime);
const SET_EXTRA_TIME = callOf(routes.session.setExtraTime);
const noExtraTime: ExtraTime = { courseId, studentId: student._id, minutes: 0, changes: [] };
const start = (path = '', answers: Answers = answer(courseStudent), more: Record<string, Answers> = {}) => {
  const server = fakeApi({
    [STUDENT]: answers,
    [EXTRA_TIME]: answer(noExtraTime),
    [callOf(routes.course.getCourse)]: answer(algorithms),
    ...more,
  });
  renderTeacher(
    <Routes>
      <Route path="/teacher/courses/:courseId/students/:studentId" element={<StudentPage />} />
    </Routes>,
    `/courses/${courseId}/students/${student._id}${path}`,
  );
  return server;
};

afterEach(cleanup);

describe('the student page', () => {
  test('shows the student, the rate, and whether it is below the threshold', async () => {
    const { sentTo } = start();
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Student 1');
    expect(screen.getByText('Algorithms (CS201)')).toBeTruthy();
    expect(sentTo(STUDENT)[0]?.params).toEqual({ id: courseId, studentId: student._id });
    for (const text of ['REG-1', 'USN-1', student.email, 'below 75%', 'Wed 2 Sep'])
      expect(screen.getAllByText(text).length).toBeGreaterThan(0);
    const back = screen.getByRole('link', { name: 'Back to students and rates' });
    expect(back.getAttribute('href')).toBe(`/teacher/courses/${courseId}/students`);
  });

  test('keeps the threshold of the URL, also in the link back', async () => {
    start('?below=40');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText(/^below/)).toBeNull();
    const back = screen.getByRole('link', { name: 'Back to students and rates' });
    expect(back.getAttribute('href')).toBe(`/teacher/courses/${courseId}/students?below=40`);
  });

  test('lists each session with status, time, source, flags and notes', async () => {
    start();
    const table = within(
      await screen
        .findByRole('heading', { name: 'Sessions' })
        .then((h) => h.closest('.ui-card')! as HTMLElement),
    );
    const [running, absent, present, earlier] = table.getAllByRole('row').slice(1);
    expect(running?.textContent).toContain('No mark yet');
    expect(absent?.textContent).toMatch(
      /Absent–CorrectedNeeds reviewOne phone, two studentsWas not in the room/,
    );
    expect(present?.textContent).toMatch(/Present\d{1,2}:05By the student–$/);
    expect(earlier?.textContent).toMatch(/Not enrolled then/);
    expect(within(absent!).getByRole('link').getAttribute('href')).toBe(
      `/teacher/sessions/${session(3)._id}`,
    );
  });

  test('shows the trend as a chart and in text', async () => {
    start();
    const chart = await screen.findByRole('figure', { name: 'Attendance rate over time' });
    const rows = within(chart)
      .getAllByRole('row', { hidden: true })
      .map((row) => row.textContent);
    expect(rows.slice(1)).toEqual(['Wed 2 Sep100 %', 'Thu 3 Sep50 %']);
  });

  test('shows that no session counts yet, and that the student left', async () => {
    start('', answer({ ...courseStudent, trend: [], attendancePercentage: null, enrolled: false }));
    expect(await screen.findByText('The trend appears once a class has ended.')).toBeTruthy();
    expect(screen.getByText('No longer in this course')).toBeTruthy();
  });

  test('accepts unknown values from a newer server', async () => {
    const [, newer] = courseStudent.sessions;
    const mark = { ...newer!.mark!, status: 'ELSEWHERE', recorded: 'dreamt' };
    start(
      '',
      answer({
        ...courseStudent,
        sessions: [{ ...newer, mark, flags: [{ ...newer!.flags[0], reason: 'new' }] }],
      }),
    );
    expect(await screen.findByText('Other')).toBeTruthy();
    expect(screen.getByText('Changed')).toBeTruthy();
    expect(screen.getByText('Another reason')).toBeTruthy();
  });

  test('shows that the student does not exist, with a link back', async () => {
    start('', refusal(404, 'Student not found'));
    expect(await screen.findByText('Student not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to students and rates' })).toBeTruthy();
  });

  test('sets extra time and shows when it was changed', async () => {
    const saved = {
      ...noExtraTime,
      minutes: 5,
      changes: [{ at: '2026-09-03T12:00:00.000Z', by: student._id, minutes: 5 }],
    };
    const { sentTo } = start('', answer(courseStudent), { [SET_EXTRA_TIME]: answer(saved) });
    await userEvent.click(await screen.findByLabelText('Extra time for marking'));
    await userEvent.click(await screen.findByTitle('5 more minutes'));
    expect(await screen.findByText(/Last changed on Thu 3 Sep/)).toBeTruthy();
    expect(sentTo(SET_EXTRA_TIME)).toMatchObject([
      { params: { courseId, studentId: student._id }, body: { minutes: 5 } },
    ]);
  });

  test('shows that the extra time could not be saved', async () => {
    start('', answer(courseStudent), { [SET_EXTRA_TIME]: refusal(503, 'Please try again.') });
    await userEvent.click(await screen.findByLabelText('Extra time for marking'));
    await userEvent.click(await screen.findByTitle('10 more minutes'));
    expect((await screen.findByRole('alert')).textContent).toContain('Please try again.');
  });
});
