import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { OPEN_POLICY, routes, type Course, type CourseStaff, type InputOf } from '@qr-attendance/contracts';
import { samples } from '@qr-attendance/contracts/samples';
import { answer, callOf, fakeApi, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { CoursePage } from '../src/features/course/pages/course-page.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, courseId as id, markOf, openDefaults } from './samples.ts';

const COURSE = callOf(routes.course.getCourse);
const UPDATE = callOf(routes.course.updateCourse);
const EDIT = callOf(routes.course.editCourse);
const RATES = callOf(routes.attendance.listStudentRates);
const course: Course = { ...algorithms, ...samples.newCourse };
const staff: CourseStaff = {
  staff: [{ user: { _id: markOf(9).student._id, name: 'Ada' }, role: 'owner' }],
  changes: [],
};
const student = (n: number, attendancePercentage: number | null) => ({
  student: markOf(n).student,
  present: n,
  late: 0,
  absent: 0,
  excused: 0,
  attendancePercentage,
});
const Address = () => <p data-testid="address">{useLocation().search}</p>;

const start = (path = '', answers: Record<string, Answers> = {}) => {
  const server = fakeApi({
    [COURSE]: answer(course),
    [callOf(routes.session.listSessions)]: answer([]),
    [callOf(routes.session.listSeries)]: answer([]),
    [callOf(routes.session.getSessionDefaults)]: answer(openDefaults),
    [callOf(routes.course.getEnrollmentSettings)]: answer({ mode: 'OPEN', mayLeave: false }),
    [callOf(routes.course.listFormerStudents)]: answer([]),
    [callOf(routes.course.listStaff)]: answer(staff),
    [callOf(routes.course.listEnrollmentRequests)]: answer([]),
    [RATES]: ({ query }) => answer(query['search'] ? [] : [student(1, 83.4), student(2, null)]),
    ...answers,
  });
  renderTeacher(
    <>
      <Address />
      <Routes>
        <Route path="/teacher/courses/:courseId" element={<CoursePage />} />
      </Routes>
    </>,
    `/courses/${id}${path}`,
  );
  const searches = () => server.sentTo(RATES).map(({ query }) => query['search']);
  return { ...server, searches };
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('the course page', () => {
  test('shows the course, its roster with rates, and links to reports and a new session', async () => {
    start();
    await screen.findByText('Student 1');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Algorithms');
    expect(screen.getByText('83.4%')).toBeTruthy();
    expect(screen.getByText('–')).toBeTruthy();
    expect(screen.getByText('This course has no classes yet.')).toBeTruthy();
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(href('Generate QR for CS201')).toBe(`/teacher/generate?course=${id}`);
    expect(href('Attendance reports of this course')).toBe(`/teacher/reports?course=${id}`);
  });

  test('lists the current weekly classes, with links to edit them', async () => {
    const rule = {
      from: '0000-01-01',
      everyWeeks: 1,
      firstDay: '2026-09-14',
      skippedDates: [],
      skipBreaks: true,
      slots: [1, 3].map((weekday) => ({
        id: weekday,
        weekday,
        start: '09:00',
        end: '10:30',
      })),
      extraDates: [],
    };
    const series = (digit: number, lastDay: string) => ({
      _id: `${id.slice(0, -1)}${digit}`,
      courseId: id,
      rules: [
        {
          ...rule,
          lastDay,
        },
      ],
      version: 1,
    });
    start('', {
      [callOf(routes.session.listSeries)]: answer([series(1, '2099-12-18'), series(2, '2026-01-02')]),
    });
    const change = await screen.findByRole('link', { name: 'Change the series Mon, Wed 09:00–10:30' });
    expect(change.getAttribute('href')).toBe(`/teacher/plan?course=${id}&series=${id.slice(0, -1)}1`);
    expect(screen.getAllByRole('link', { name: /^Change the series/ })).toHaveLength(1);
  });

  test('shows every field of the course', async () => {
    start();
    await screen.findByText('Student 1');
    for (const value of Object.values(samples.newCourse))
      expect(screen.queryAllByText(String(value))).not.toHaveLength(0);
  });

  test('searches when typing pauses, and keeps the search in the URL', async () => {
    const { searches } = start();
    await screen.findByText('Student 1');
    const box = screen.getByRole('searchbox', { name: 'Search by name or email' });
    for (const typed of ['z', 'zo', 'zoë'])
      await act(async () => {
        fireEvent.change(box, { target: { value: typed } });
        await jest.advanceTimersByTimeAsync(100);
      });
    expect(searches()).toEqual([undefined]);
    await act(() => jest.advanceTimersByTimeAsync(300));
    expect(await screen.findByText('No student matches this search.')).toBeTruthy();
    expect(searches()).toEqual([undefined, 'zoë']);
    expect(new URLSearchParams(screen.getByTestId('address').textContent).get('search')).toBe('zoë');
  });

  test('starts with the search in the URL', async () => {
    const { searches } = start('?search=Ada');
    await screen.findByText('No student matches this search.');
    expect(searches()).toEqual(['Ada']);
  });

  test('shows that the course does not exist, with a link back', async () => {
    start('', { [COURSE]: refusal(404, 'No such course') });
    expect(await screen.findByText('Course not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to My Courses' })).toBeTruthy();
  });

  test('shows the default requirements of sessions and lets the teacher change them', async () => {
    let storedCourse: object = course;
    const { sentTo } = start('', {
      [COURSE]: () => answer(storedCourse),
      [UPDATE]: ({ body }) => {
        storedCourse = { ...storedCourse, ...(body as InputOf<typeof routes.course.updateCourse, 'body'>) };
        return answer(storedCourse);
      },
    });
    expect(await screen.findByText(/No extra checks/)).toBeTruthy();
    expect(screen.getByText(/Late after 10 minutes/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Change defaults' }));
    fireEvent.click(screen.getByRole('checkbox', { name: /^Registered device/ }));
    fireEvent.change(screen.getByLabelText(/Allowed networks/), { target: { value: '10.20.0.0/16' } });
    const late = screen.getByLabelText<HTMLInputElement>('Late after (minutes)');
    expect(late.value).toBe('10');
    fireEvent.change(late, { target: { value: '5' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save defaults' }));
    expect(await screen.findByText(/Registered device and the network 10.20.0.0\/16/)).toBeTruthy();
    expect(screen.getByText(/Late after 5 minutes/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save defaults' })).toBeNull());
    expect(sentTo(UPDATE)[0]).toMatchObject({
      params: { id },
      body: {
        sessionDefaults: {
          ...OPEN_POLICY,
          requireDevice: true,
          networks: ['10.20.0.0/16'],
          lateAfterMinutes: 5,
        },
      },
    });
  });

  test('keeps the form and shows the reason if the server rejects the defaults', async () => {
    start('', { [UPDATE]: refusal(503) });
    fireEvent.click(await screen.findByRole('button', { name: 'Change defaults' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save defaults' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to save the class defaults');
    expect(screen.getByRole('button', { name: 'Save defaults' })).toBeTruthy();
  });

  const change = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });

  test('sends an edit with the version shown on the page', async () => {
    let storedCourse: Course = { ...course, version: 3 };
    const { sentTo } = start('', {
      [COURSE]: () => answer(storedCourse),
      [EDIT]: ({ body }) => {
        const { version, ...details } = body as InputOf<typeof routes.course.editCourse, 'body'>;
        storedCourse = { ...storedCourse, ...(details as object), version: version + 1 };
        return answer(storedCourse);
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit course' }));
    change('Course Name', 'Data Structures');
    change('Section (optional)', '');
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Data Structures' })).toBeTruthy();
    expect(sentTo(EDIT)[0]?.body).toEqual({
      ...samples.newCourse,
      name: 'Data Structures',
      section: '',
      termId: '',
      unitId: '',
      version: 3,
    });
  });

  test('lets the teacher edit every field of the course, and preserves fields without a control', async () => {
    const { sentTo } = start('', {
      [COURSE]: answer({ ...course, termId: id, version: 3 }),
      [EDIT]: answer(course),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit course' }));
    for (const field of Object.keys(samples.newCourse)) expect(document.getElementById(field)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    // The term has no name here, so the form does not offer it.
    await waitFor(() =>
      expect(sentTo(EDIT)[0]?.body).toEqual({ ...samples.newCourse, termId: id, unitId: '', version: 3 }),
    );
  });

  test('reports a concurrent change and keeps the entered values', async () => {
    start('', {
      [EDIT]: refusal(
        409,
        'This course was changed in another window. Reload the page before you change it.',
      ),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit course' }));
    change('Course Name', 'Data Structures');
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^This course was changed in another window/,
    );
    expect(screen.getByDisplayValue('Data Structures')).toBeTruthy();
  });

  test('archives the course after a confirmation, and restores it', async () => {
    let storedCourse: Course = course;
    start('', {
      [COURSE]: () => answer(storedCourse),
      [callOf(routes.course.archiveCourse)]: () => answer((storedCourse = { ...course, archived: true })),
      [callOf(routes.course.restoreCourse)]: () => answer((storedCourse = course)),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Archive course' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Archive course' }));
    expect(await screen.findByText(/^This course is archived/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Generate QR for CS201' })).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Restore course' }));
    expect(await screen.findByRole('link', { name: 'Generate QR for CS201' })).toBeTruthy();
  });

  test('deletes a course without students, and shows the reason if that fails', async () => {
    const REMOVE = callOf(routes.course.deleteCourse);
    const { sentTo } = start('', {
      [COURSE]: answer({ ...course, studentCount: 0 }),
      [REMOVE]: refusal(409, 'This course has sessions. Archive it instead.'),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete course' }));
    expect(sentTo(REMOVE)).toHaveLength(0);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete course' }));
    expect(await screen.findByText('This course has sessions. Archive it instead.')).toBeTruthy();
  });

  test('offers no deletion of a course with students', async () => {
    start();
    await screen.findByRole('button', { name: 'Archive course' });
    expect(screen.queryByRole('button', { name: 'Delete course' })).toBeNull();
  });
});
