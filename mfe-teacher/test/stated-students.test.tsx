import { afterEach, describe, expect, test } from '@jest/globals';
import { routes, type Course, type CourseStaff, type StatedStudent } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, type Answers } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { CoursePage } from '../src/features/course/pages/course-page.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, courseId as id, enrolledOf, markOf, openDefaults } from './samples.ts';

const STATED = callOf(routes.course.listStatedStudents);
const source = { source: 'files', statedAt: '2026-10-03T08:00:00.000Z' };
const otherId = `${id.slice(0, -1)}2`;
const course: Course = {
  ...algorithms,
  source: { ...source, changedHere: [{ field: 'name', stated: 'Algorithmics' }] },
  sections: [
    { _id: id, name: 'A', source },
    { _id: otherId, name: 'B' },
  ],
};
const staff: CourseStaff = {
  staff: [{ user: { _id: markOf(9).student._id, name: 'Ada' }, role: 'owner', source }],
  changes: [],
};
const stated = (n: number, more: Partial<StatedStudent> = {}): StatedStudent => ({
  student: {
    _id: markOf(n).student._id,
    name: `Student ${n}`,
  },
  sectionId: id,
  onRoster: true,
  source,
  ...more,
});
const Address = () => <p data-testid="address">{useLocation().search}</p>;

const start = (path = '', answers: Record<string, Answers> = {}) => {
  const server = fakeApi({
    [callOf(routes.course.getCourse)]: answer(course),
    [callOf(routes.session.listSessions)]: answer([]),
    [callOf(routes.session.listSeries)]: answer([]),
    [callOf(routes.session.getSessionDefaults)]: answer(openDefaults),
    [callOf(routes.course.getEnrollmentSettings)]: answer({ mode: 'OPEN', mayLeave: false }),
    [callOf(routes.course.listFormerStudents)]: answer([]),
    [callOf(routes.course.listStaff)]: answer(staff),
    [callOf(routes.course.listEnrollmentRequests)]: answer([]),
    [callOf(routes.attendance.listStudentRates)]: answer([enrolledOf(1), enrolledOf(2)]),
    [STATED]: ({ query }) => {
      if (query['filter'] === 'not_on_roster')
        return answer([
          stated(3, { onRoster: false }),
          stated(4, { onRoster: false, source: undefined, pending: 'overlaps' }),
        ]);
      if (query['filter'] === 'not_stated') return answer([stated(2, { source: undefined })]);
      return answer([
        stated(1, { source: { ...source, changedHere: [{ field: 'section', stated: 'B' }] } }),
        stated(2, { source: undefined }),
      ]);
    },
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
  return server;
};

afterEach(cleanup);

const STATED_ON = /^Stated by the registry on Sat 3 Oct( 2026)?$/;
const rowOf = (name: string) => screen.getByText(name).closest('tr') as HTMLElement;
const choose = async (name: string, option: string) => {
  fireEvent.mouseDown(await screen.findByRole('combobox', { name }));
  fireEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }));
};

describe('the source of an imported course', () => {
  test('is shown for the course, its sections, staff and members, with local changes', async () => {
    const { sentTo } = start();
    await screen.findByText('Changed here: the registry states section B');
    expect(screen.getByText('Changed here: the registry states name Algorithmics')).toBeTruthy();
    expect(screen.getAllByText(STATED_ON)).toHaveLength(4);
    expect(within(rowOf('Student 2')).queryByText(STATED_ON)).toBeNull();
    expect(sentTo(STATED)[0]?.query).toMatchObject({
      studentIds: [markOf(1), markOf(2)].map(({ student }) => student._id).join(','),
    });
  });

  test('is not requested for a course without a source', async () => {
    const { sentTo } = start('', { [callOf(routes.course.getCourse)]: answer(algorithms) });
    await screen.findByText('Student 1');
    expect(screen.queryByRole('combobox', { name: 'Compare with the registry' })).toBeNull();
    expect(sentTo(STATED)).toEqual([]);
  });

  test('filters the roster on the server, and keeps the choice in the URL', async () => {
    const { sentTo } = start('?section=' + id);
    await screen.findByText('Student 1');
    await choose('Compare with the registry', 'On the roster, not stated by the registry');
    expect(await screen.findByText('Not stated')).toBeTruthy();
    expect(screen.queryByText('Student 1')).toBeNull();
    expect(screen.getByRole('button', { name: 'Remove Student 2' })).toBeTruthy();
    expect(sentTo(STATED).at(-1)?.query).toMatchObject({ filter: 'not_stated', sectionId: id });
    await choose('Compare with the registry', 'Stated by the registry, not on the roster');
    expect(await screen.findByText('Stated, but not applied yet')).toBeTruthy();
    expect(within(rowOf('Student 3')).getByText(STATED_ON)).toBeTruthy();
    await waitFor(() =>
      expect(new URLSearchParams(screen.getByTestId('address').textContent).get('students')).toBe(
        'not_on_roster',
      ),
    );
  });

  test('offers to add people who are missing from the roster only to staff who manage the roster', async () => {
    start('', { [callOf(routes.course.getCourse)]: answer({ ...course, role: 'auditor' }) });
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Compare with the registry' }));
    expect((await screen.findAllByText('On the roster, not stated by the registry')).length).toBeGreaterThan(
      0,
    );
    expect(screen.queryByText('Stated by the registry, not on the roster')).toBeNull();
  });
});
