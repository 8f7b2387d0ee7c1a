import { afterEach, describe, expect, test } from '@jest/globals';
import { routes, type Course, type StudentRate } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { CoursePage } from '../src/features/course/pages/course-page.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, courseId as id, markOf, openDefaults } from './samples.ts';

afterEach(cleanup);

const lab = '66f0000000000000000000a2';
const evening = '66f0000000000000000000a3';
const { student } = markOf(1);
const rate: StudentRate = {
  student,
  present: 1,
  late: 0,
  absent: 0,
  excused: 0,
  attendancePercentage: 100,
  sectionId: id,
  enrolledAt: '2026-09-01T08:00:00.000Z',
};
const COURSE = callOf(routes.course.getCourse);
const ADD = callOf(routes.course.addSection);
const EDIT = callOf(routes.course.editSection);
const MOVE = callOf(routes.course.moveStudent);
const RATES = callOf(routes.attendance.listStudentRates);
const divided: Course = {
  ...algorithms,
  sections: [
    { _id: id, name: 'Morning', studentCount: 1 },
    { _id: lab, name: 'Lab', studentCount: 0 },
    { _id: evening, name: 'Evening', studentCount: 12 },
  ],
};

const start = (course: Course, answers: Record<string, Answers> = {}) => {
  const server = fakeApi({
    [COURSE]: answer(course),
    [callOf(routes.session.listSessions)]: answer([]),
    [callOf(routes.session.getSessionDefaults)]: answer(openDefaults),
    [callOf(routes.course.getEnrollmentSettings)]: answer({ mode: 'OPEN', mayLeave: false }),
    [callOf(routes.course.listStaff)]: answer({ staff: [], changes: [] }),
    [callOf(routes.course.listFormerStudents)]: answer([]),
    [callOf(routes.course.listEnrollmentRequests)]: answer([]),
    [RATES]: answer([rate]),
    ...answers,
  });
  renderTeacher(
    <Routes>
      <Route path="/teacher/courses/:courseId" element={<CoursePage />} />
    </Routes>,
    `/courses/${id}`,
  );
  return server;
};
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe('the sections of a course', () => {
  test('are added with a name', async () => {
    const { bodiesOf } = start(algorithms, { [ADD]: answer(divided) });
    await press('Add section');
    await press('Add');
    expect(await screen.findByText('Enter a name')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' Lab ' } });
    await press('Add');
    expect(await screen.findByRole('button', { name: 'Add section' })).toBeTruthy();
    expect(bodiesOf(ADD)).toEqual([{ name: 'Lab' }]);
  });

  test('show their number of students, and explain why a section cannot be archived', async () => {
    start(divided, {
      [EDIT]: refusal(409, 'This section has students. Move them to another section first.'),
    });
    expect(await screen.findByText('12 students')).toBeTruthy();
    await press('Archive section Evening');
    expect(await screen.findByText(/^This section has students/)).toBeTruthy();
  });

  test('are renamed', async () => {
    const { bodiesOf } = start(divided, { [EDIT]: answer(divided) });
    await press('Rename section Lab');
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Lab 2' } });
    await press('Save');
    await screen.findByText('12 students');
    expect(bodiesOf(EDIT)).toEqual([{ name: 'Lab 2', archived: false }]);
  });

  test('are read-only for an assistant, and hidden if there is only one section', async () => {
    start({ ...algorithms, role: 'assistant' });
    await screen.findByText('Student 1');
    expect(screen.queryByText('Sections')).toBeNull();
    cleanup();
    start({ ...divided, role: 'assistant' });
    expect(await screen.findByText('12 students')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add section' })).toBeNull();
  });
});

describe('a student of a course with several sections', () => {
  test('is moved with three clicks', async () => {
    const { bodiesOf } = start(divided, { [MOVE]: answer(undefined, 204) });
    await press('Move Student 1 to another section');
    fireEvent.click(screen.getByRole('radio', { name: 'Evening' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Move' }));
    expect(await screen.findByText('Student 1 moved to section Evening')).toBeTruthy();
    expect(bodiesOf(MOVE)).toEqual([{ sectionId: evening }]);
  });

  test('is moved retroactively if the first section was a mistake', async () => {
    const { bodiesOf } = start(divided, { [MOVE]: answer(undefined, 204) });
    await press('Move Student 1 to another section');
    fireEvent.click(screen.getByRole('checkbox', { name: /^From the beginning of the membership/ }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Move' }));
    expect(await screen.findByText('Student 1 moved to section Lab')).toBeTruthy();
    expect(bodiesOf(MOVE)).toEqual([{ sectionId: lab, at: rate.enrolledAt }]);
  });

  test('cannot be moved if there is no other section', async () => {
    start(algorithms);
    await screen.findByText('Student 1');
    expect(screen.queryByRole('button', { name: /to another section/ })).toBeNull();
  });
});
