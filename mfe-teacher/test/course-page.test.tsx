import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { OPEN_POLICY, routes, type InputOf } from '@qr-attendance/contracts';
import { samples } from '@qr-attendance/contracts/samples';
import { ApiError } from '@qr-attendance/web-kit';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { CoursePage } from '../src/features/course/pages/course-page.tsx';
import { makeHost, renderTeacher, type Asked } from './fake-host.tsx';

const id = '66f000000000000000000c01';
const course = { _id: id, ...samples.newCourse, studentCount: 2 };
const student = (n: number, attendancePercentage: number | null) => ({
  student: { _id: `s${n}`, name: `Student ${n}`, email: `s${n}@campus.example` },
  present: n,
  late: 0,
  absent: 0,
  excused: 0,
  attendancePercentage,
});
const Address = () => <p data-testid="address">{useLocation().search}</p>;

const start = (path = '', answers: (asked: Asked) => unknown = () => undefined) => {
  const server = makeHost((asked) => {
    const answer = answers(asked);
    if (answer !== undefined) return answer;
    if (asked.route === routes.course.getCourse) return course;
    if (asked.route === routes.session.listSessions) return [];
    if (asked.route === routes.session.getSessionDefaults) return OPEN_POLICY;
    return asked.query?.['search'] ? [] : [student(1, 83.4), student(2, null)];
  });
  renderTeacher(
    <>
      <Address />
      <Routes>
        <Route path="/teacher/courses/:id" element={<CoursePage />} />
      </Routes>
    </>,
    server.host,
    `/courses/${id}${path}`,
  );
  const searches = () =>
    server.asked
      .filter(({ route }) => route === routes.attendance.listStudentRates)
      .map(({ query }) => query?.['search']);
  return { ...server, searches };
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('the course page', () => {
  test('shows the course, its roster with rates, and the way to its reports and its next session', async () => {
    start();
    await screen.findByText('Student 1');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Algorithms');
    expect(screen.getByText('83%')).toBeTruthy();
    expect(screen.getByText('–')).toBeTruthy();
    expect(screen.getByText('This course has no sessions yet.')).toBeTruthy();
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(href('Generate QR')).toBe(`/teacher/generate?course=${id}`);
    expect(href('Attendance reports of this course')).toBe(`/teacher/reports?course=${id}`);
  });

  test('shows everything that its teacher said of the course', async () => {
    start();
    await screen.findByText('Student 1');
    for (const value of Object.values(samples.newCourse))
      expect(screen.queryAllByText(String(value))).not.toHaveLength(0);
  });

  test('searches once typing pauses, and keeps the search in the address', async () => {
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

  test('opens with the search that the address says', async () => {
    const { searches } = start('?search=Ada');
    await screen.findByText('No student matches this search.');
    expect(searches()).toEqual(['Ada']);
  });

  test('says that there is no such course, with the way back', async () => {
    start('', ({ route }) => {
      if (route === routes.course.getCourse) throw new ApiError(404, { error: 'No such course' });
    });
    expect(await screen.findByText('Course not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to My Courses' })).toBeTruthy();
  });

  test('says what its sessions require, and lets the teacher choose otherwise', async () => {
    let sessionDefaults = {};
    const { asked } = start('', ({ route, body }) => {
      if (route === routes.course.updateCourse)
        ({ sessionDefaults } = body as InputOf<typeof routes.course.updateCourse, 'body'>);
      if (route === routes.course.updateCourse || route === routes.course.getCourse)
        return { ...course, sessionDefaults };
    });
    expect(await screen.findByText('Nothing beyond what students ask of themselves')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Change defaults' }));
    fireEvent.click(screen.getByRole('checkbox', { name: /^Registered device/ }));
    fireEvent.change(screen.getByLabelText(/Allowed networks/), { target: { value: '10.20.0.0/16' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save defaults' }));
    expect(await screen.findByText('Registered device and the network 10.20.0.0/16')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save defaults' })).toBeNull());
    expect(asked.find(({ route }) => route === routes.course.updateCourse)).toMatchObject({
      params: { id },
      body: { sessionDefaults: { ...OPEN_POLICY, requireDevice: true, networks: ['10.20.0.0/16'] } },
    });
  });

  test('keeps the form and says why when the defaults are refused', async () => {
    start('', ({ route }) => {
      if (route === routes.course.updateCourse) throw new ApiError(503);
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Change defaults' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save defaults' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to save the session defaults');
    expect(screen.getByRole('button', { name: 'Save defaults' })).toBeTruthy();
  });
});
