import { afterEach, describe, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, lostConnection, refusal } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { CoursePage } from '../src/features/course/pages/course-page.tsx';
import { CoursesPage } from '../src/features/courses/pages/courses-page.tsx';
import { copyTargets } from '../src/shared/terms.ts';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms } from './samples.ts';

afterEach(cleanup);

const term = (digit: number, name: string, firstDay: string, phase: string, archived?: true) => ({
  _id: `66f00000000000000000070${digit}`,
  name,
  firstDay,
  lastDay: firstDay,
  breaks: [],
  phase,
  version: 1,
  ...(archived && { archived }),
});
const spring = term(1, 'Spring', '2026-03-01', 'PAST');
const autumn = term(2, 'Autumn', '2026-09-01', 'CURRENT');
const winter = term(3, 'Winter', '2027-01-01', 'UPCOMING');
const closed = term(4, 'Closed', '2025-09-01', 'PAST', true);
const terms = [winter, autumn, spring, closed];

const inTerm = (digit: number, name: string, { _id, name: termName }: typeof spring) => ({
  ...algorithms,
  _id: `66f000000000000000000c1${digit}`,
  name,
  code: `C${digit}`,
  termId: _id,
  termName,
});
const logic = inTerm(1, 'Logic', autumn);
const optics = inTerm(2, 'Optics', spring);
const old = { ...inTerm(3, 'Latin', closed), archived: true };

const start = (more: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    [callOf(routes.course.listCourses)]: answer([algorithms, logic, optics, old]),
    [callOf(routes.course.listTerms)]: answer(terms),
    [callOf(routes.course.listUnits)]: answer([]),
    ...more,
  });
const choose = async (label: string, option: string) => {
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: label }));
  fireEvent.click(await screen.findByTitle(option));
};
const shown = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

describe('the courses of a teacher', () => {
  test('initially exclude courses of past terms, which are shown on request', async () => {
    start();
    renderTeacher(<CoursesPage />, '/courses');
    await screen.findByRole('combobox', { name: 'Term' });
    expect(shown()).toEqual(['Algorithms', 'Logic']);
    await choose('Term', 'Spring');
    await waitFor(() => expect(shown()).toEqual(['Optics']));
    await choose('Term', 'Closed (archived)');
    await waitFor(() => expect(shown()).toEqual(['Latin']));
    await choose('Term', 'All terms');
    await waitFor(() => expect(shown()).toEqual(['Algorithms', 'Logic', 'Optics']));
  });

  test('have no term filter while no course is in a term', async () => {
    start({ [callOf(routes.course.listCourses)]: answer([algorithms]) });
    renderTeacher(<CoursesPage />, '/courses');
    await screen.findByRole('heading', { name: 'Algorithms' });
    expect(screen.queryByRole('combobox', { name: 'Term' })).toBeNull();
  });

  test('are shown even if terms cannot be loaded', async () => {
    start({ [callOf(routes.course.listTerms)]: refusal(403, 'Not allowed.') });
    renderTeacher(<CoursesPage />, '/courses');
    await screen.findByRole('heading', { name: 'Logic' });
  });
});

test('a new course is created in the current term and the chosen unit', async () => {
  const unit = { _id: '66f000000000000000000801', kind: 'department', name: 'Physics', version: 1 };
  const { bodiesOf } = start({
    [callOf(routes.course.listUnits)]: answer([{ ...unit, path: ['Science'] }]),
    [callOf(routes.course.createCourse)]: answer(logic, 201),
  });
  renderTeacher(<CoursesPage />, '/courses');
  fireEvent.click(await screen.findByRole('button', { name: 'Add New Course' }));
  fireEvent.change(await screen.findByLabelText('Course Name'), { target: { value: 'Logic' } });
  fireEvent.change(screen.getByLabelText('Course Code'), { target: { value: 'C1' } });
  await choose('Semester', '3');
  await choose('Unit', 'Science › Physics');
  fireEvent.click(screen.getByRole('button', { name: 'Create Course' }));
  await screen.findByText('Course created successfully');
  expect(bodiesOf(callOf(routes.course.createCourse))).toMatchObject([
    { name: 'Logic', termId: autumn._id, unitId: unit._id },
  ]);
});

describe('copying a course', () => {
  const COPY = callOf(routes.course.copyCourse);
  const visitCourse = () =>
    renderTeacher(
      <Routes>
        <Route path="/teacher/courses/:courseId" element={<CoursePage />} />
      </Routes>,
      `/courses/${optics._id}`,
    );
  const open = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Copy to next term' }));
    return screen.findByRole('combobox', { name: 'Term' });
  };

  test('suggests the next term, and sends the chosen term', async () => {
    const { bodiesOf } = start({
      [callOf(routes.course.getCourse)]: answer(optics),
      [COPY]: answer(logic),
    });
    visitCourse();
    const list = await open();
    expect(list).toHaveProperty('value', autumn._id);
    fireEvent.change(list, { target: { value: winter._id } });
    fireEvent.click(screen.getByRole('button', { name: 'Copy course' }));
    await screen.findByText('Course copied into Winter');
    expect(bodiesOf(COPY)).toEqual([{ termId: winter._id }]);
  });

  test('shows an error at once if the connection is lost, and keeps the chosen term for a retry', async () => {
    const { give, bodiesOf } = start({
      [callOf(routes.course.getCourse)]: answer(optics),
      [COPY]: lostConnection,
    });
    visitCourse();
    fireEvent.change(await open(), { target: { value: winter._id } });
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Copy course' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to copy the course');
    give(COPY, answer(logic));
    fireEvent.click(dialog.getByRole('button', { name: 'Copy course' }));
    await screen.findByText('Course copied into Winter');
    expect(bodiesOf(COPY)).toEqual([{ termId: winter._id }, { termId: winter._id }]);
  });

  test('lists the next term first, and leaves out archived terms and the course’s own', () => {
    const names = (termId?: string) => copyTargets(terms as never, termId).map(({ name }) => name);
    expect(names(spring._id)).toEqual(['Autumn', 'Winter']);
    expect(names(winter._id)).toEqual(['Autumn', 'Spring']);
    expect(names()).toEqual(['Autumn', 'Winter']);
  });
});
