import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { routes, type CourseGrid, type GridStudent } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { StudentsPage } from '../src/features/students/pages/students-page.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, courseId, enrolledOf } from './samples.ts';

const GRID = callOf(routes.attendance.getCourseGrid);
const session = (n: number, active = false) => ({
  _id: `66f00000000000000000500${n}`,
  date: `2026-09-0${n}`,
  startTime: `2026-09-0${n}T09:00:00.000Z`,
  active,
});
const studentOf = (n: number, rate: number | null, statuses: GridStudent['statuses']): GridStudent => ({
  ...enrolledOf(n),
  attendancePercentage: rate,
  statuses,
});
const grid: CourseGrid = {
  sessions: [session(3, true), session(2), session(1)],
  students: [
    studentOf(1, 50, [null, 'ABSENT', 'PRESENT']),
    studentOf(2, 100, ['LATE', 'PRESENT', 'EXCUSED']),
    studentOf(3, null, [null, null, null]),
    studentOf(4, 74.6, [null, 'PRESENT', null]),
  ],
};

const Address = () => <p data-testid="address">{useLocation().search}</p>;
const start = (path = '', answers: Record<string, Answers> = {}) => {
  const server = fakeApi({
    [callOf(routes.course.getCourse)]: answer(algorithms),
    [GRID]: answer(grid),
    ...answers,
  });
  renderTeacher(
    <>
      <Address />
      <Routes>
        <Route path="/teacher/courses/:courseId/students" element={<StudentsPage />} />
      </Routes>
    </>,
    `/courses/${courseId}/students${path}`,
  );
  return server;
};
const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr')!;
const names = () =>
  screen.getAllByRole('rowheader').map((head) => within(head).getByRole('link').textContent);
const search = () => new URLSearchParams(screen.getByTestId('address').textContent);

beforeAll(() => {
  // jsdom has no layout, so the list gets a height.
  const height = {
    configurable: true,
    get(this: HTMLElement) {
      return this.className === 'grid-box' ? 600 : 57;
    },
  };
  Object.defineProperties(HTMLElement.prototype, { clientHeight: height, offsetHeight: height });
});
afterEach(cleanup);

describe('students of a course', () => {
  test('are limited to the section in the URL, also in the exported file', async () => {
    const section = { _id: '66f0000000000000000000a2', name: 'Lab' };
    const EXPORT = callOf(routes.attendance.exportCourseGrid);
    const { sentTo } = start(`?section=${section._id}`, {
      [callOf(routes.course.getCourse)]: answer({
        ...algorithms,
        sections: [...algorithms.sections, section],
      }),
      [EXPORT]: answer('Student'),
    });
    await rowOf('Student 1');
    URL.createObjectURL = () => 'blob:grid';
    URL.revokeObjectURL = () => {};
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(sentTo(EXPORT)).toHaveLength(1));
    for (const call of [GRID, EXPORT])
      expect(sentTo(call)[0]?.query).toMatchObject({ sectionId: section._id });
  });
  test('are shown with rates in a grid of accessible status letters', async () => {
    start();
    const row = await rowOf('Student 1');
    const letters = within(row).getAllByRole('img');
    expect(letters.map((one) => [one.textContent, one.getAttribute('aria-label')])).toEqual([
      ['–', 'No mark yet'],
      ['A', 'Absent'],
      ['P', 'Present'],
    ]);
    expect(row.textContent).toMatch(/REG-1 · USN-1.*50%.*below 75%/);
    expect((await rowOf('Student 4')).textContent).toMatch(/74\.6%.*below 75%/);
    expect((await rowOf('Student 2')).textContent).not.toContain('below');
    expect(
      within(await rowOf('Student 3'))
        .getAllByRole('img')[1]
        ?.getAttribute('aria-label'),
    ).toBe('No mark');
    const table = screen.getByRole('table');
    expect(table.getAttribute('aria-rowcount')).toBe('5');
    const heads = screen.getAllByRole('columnheader').map((head) => within(head).queryByRole('link'));
    expect(heads[2]?.getAttribute('aria-label')).toMatch(/^3 Sep, Class Thu 3 Sep, .*running$/);
    expect(heads[2]?.textContent).toBe('3 Sep');
    expect(heads[3]?.getAttribute('href')).toBe(`/teacher/sessions/${session(2)._id}`);
  });

  test('link to their pages, and the pages of the course link to each other', async () => {
    start('?below=60');
    const link = await screen.findByRole('link', { name: 'Student 1' });
    expect(link.getAttribute('href')).toBe(
      `/teacher/courses/${courseId}/students/${enrolledOf(1).student._id}?below=60`,
    );
    const pages = within(screen.getByRole('navigation', { name: 'Pages of this course' }));
    expect(pages.getByRole('link', { name: 'Overview' }).getAttribute('href')).toBe(
      `/teacher/courses/${courseId}`,
    );
    expect(pages.getByRole('link', { current: 'page' }).textContent).toBe('Students and rates');
  });

  test('can be sorted by name or by rate, with a line at the threshold', async () => {
    start();
    await rowOf('Student 1');
    const head = (name: string) => screen.getByRole('columnheader', { name });
    expect(head('Student').getAttribute('aria-sort')).toBe('ascending');
    fireEvent.click(screen.getByRole('button', { name: 'Rate' }));
    expect(head('Rate').getAttribute('aria-sort')).toBe('ascending');
    expect(names()).toEqual(['Student 1', 'Student 4', 'Student 2', 'Student 3']);
    expect([...document.querySelectorAll('.grid-line')].map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^75%Student 2/),
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Rate' }));
    expect(head('Rate').getAttribute('aria-sort')).toBe('descending');
    expect(names()).toEqual(['Student 2', 'Student 4', 'Student 1', 'Student 3']);
    fireEvent.click(screen.getByRole('button', { name: 'Student' }));
    expect(names()[0]).toBe('Student 1');
    expect(document.querySelector('.grid-line')).toBeNull();
  });

  test('are searched by name and number, and filtered by a threshold kept in the URL', async () => {
    start();
    await rowOf('Student 1');
    fireEvent.click(screen.getByRole('radio', { name: 'Below 75% (2)' }));
    expect(names()).toEqual(['Student 1', 'Student 4']);
    expect(search().get('show')).toBe('below');
    const box = screen.getByLabelText('Threshold');
    fireEvent.change(box, { target: { value: '60' } });
    await waitFor(() => expect(names()).toEqual(['Student 1']));
    expect(search().get('below')).toBe('60');
    fireEvent.change(box, { target: { value: '75' } });
    await waitFor(() => expect(search().has('below')).toBe(false));
    fireEvent.click(screen.getByRole('radio', { name: 'All (4)' }));
    expect(search().has('show')).toBe(false);
    const find = (value: string) =>
      fireEvent.change(screen.getByLabelText('Search by name or number'), { target: { value } });
    find('usn-3');
    expect(names()).toEqual(['Student 3']);
    find('nobody');
    expect(screen.getByText('No student matches.')).toBeTruthy();
  });

  test.each(['?below=0', '?below=101', '?below=x', '?below=7.5'])(
    'are filtered at 75%% if the URL contains %s',
    async (path) => {
      start(path);
      expect(await screen.findByRole('radio', { name: 'Below 75% (2)' })).toBeTruthy();
    },
  );

  test('start with the filters in the URL', async () => {
    start('?below=60&show=below');
    await rowOf('Student 1');
    expect(names()).toEqual(['Student 1']);
  });

  test('are loaded from all pages, with earlier sessions on request', async () => {
    const [first, second, third] = [grid.students.slice(0, 2), grid.students.slice(2), grid.students];
    const older = {
      sessions: [session(1)],
      students: third.map((one) => ({ ...one, statuses: ['PRESENT'] })),
    };
    const { sentTo } = start('', {
      [GRID]: ({ query }) => {
        if (query['sessions'] === 'before-1') return answer(older);
        if (query['cursor']) return answer({ ...grid, students: second });
        const next = { link: `</api/analytics/courses/${courseId}/grid?cursor=next>; rel="next"` };
        return answer({ ...grid, olderSessions: 'before-1', students: first }, 200, next);
      },
    });
    await rowOf('Student 4');
    expect(sentTo(GRID).map(({ query }) => query['cursor'])).toEqual([undefined, 'next']);
    expect(screen.queryByRole('button', { name: 'Later classes' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Earlier classes' }));
    await screen.findByRole('button', { name: 'Later classes' });
    await waitFor(() => expect(screen.getAllByRole('columnheader')).toHaveLength(3));
    expect(screen.queryByRole('button', { name: 'Earlier classes' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Later classes' }));
    await waitFor(() => expect(screen.getAllByRole('columnheader')).toHaveLength(5));
  });

  test('are rendered only while visible: a few rows of 1,500', async () => {
    const students = Array.from({ length: 1500 }, (_one, n) => ({
      ...grid.students[0]!,
      student: {
        ...grid.students[0]!.student,
        _id: `10000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      },
    }));
    start('', { [GRID]: answer({ ...grid, students }) });
    await screen.findByRole('table');
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1501');
    await waitFor(() => expect(screen.getAllByRole('rowheader').length).toBeGreaterThan(5));
    expect(screen.getAllByRole('rowheader').length).toBeLessThan(40);
  });

  test('show an empty state without students or sessions', async () => {
    start('', { [GRID]: answer({ sessions: [], students: [] }) });
    expect(await screen.findByText('No students are enrolled yet.')).toBeTruthy();
    cleanup();
    start('', { [GRID]: answer({ sessions: [], students: [studentOf(1, null, [])] }) });
    expect(await screen.findByText('This course has no classes yet.')).toBeTruthy();
    await rowOf('Student 1');
  });

  test('show that the course is missing or failed to load', async () => {
    start('', { [callOf(routes.course.getCourse)]: refusal(404, 'No such course') });
    expect(await screen.findByText('Course not found')).toBeTruthy();
    cleanup();
    start('', { [GRID]: refusal(400) });
    expect(await screen.findByText('Failed to fetch the students of this course')).toBeTruthy();
  });
});
