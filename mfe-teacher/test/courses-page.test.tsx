import { afterEach, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, refusal, type Answer } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { CoursesPage } from '../src/features/courses/pages/courses-page.tsx';
import { GeneratePage } from '../src/features/generate/pages/generate-page.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, openDefaults } from './samples.ts';

afterEach(cleanup);

const old = { ...algorithms, _id: '66f000000000000000000c02', name: 'Logic', code: 'M1', archived: true };
const start = (courses: object[]) => fakeApi({ [callOf(routes.course.listCourses)]: answer(courses) });

test('shows archived courses on request, without an action to open a session', async () => {
  start([algorithms, old]);
  renderTeacher(<CoursesPage />, '/courses');
  await screen.findByRole('heading', { name: 'Algorithms' });
  expect(screen.queryByRole('heading', { name: 'Logic' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show archived courses (1)' }));
  expect(screen.getByRole('heading', { name: 'Logic' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View details of M1' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Generate QR for M1' })).toBeNull();
});

test('lets a teacher without courses add the first course', async () => {
  start([]);
  renderTeacher(<CoursesPage />, '/courses');
  await screen.findByText('You have no courses yet. Add the first one to take attendance.');
  fireEvent.click(screen.getByRole('button', { name: 'Add your first course' }));
  expect(await screen.findByRole('form', { name: 'Add New Course' })).toBeTruthy();
});

test('asks a teacher with only archived courses to add a course before opening a session', async () => {
  start([old]);
  renderTeacher(<GeneratePage />, '/generate');
  expect(await screen.findByRole('link', { name: 'Add a course' })).toBeTruthy();
});

const ofUnit = { ...old, archived: false, role: 'program-administrator' };
const startWith = (named: Answer) => {
  const server = start([algorithms]);
  server.give(callOf(routes.course.getCourse), named);
  server.give(callOf(routes.session.listSessions), answer([]));
  server.give(callOf(routes.session.getSessionDefaults), answer(openDefaults));
  renderTeacher(<GeneratePage />, `/generate?course=${ofUnit._id}`);
  return server;
};

test('lets an administrator of a unit open a session of its course', async () => {
  const { bodiesOf } = startWith(answer(ofUnit));
  expect(await screen.findByText('Logic (M1)')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Generate QR Code' }));
  const CREATE = callOf(routes.session.createSession);
  await waitFor(() => expect(bodiesOf(CREATE)).toMatchObject([{ courseId: ofUnit._id }]));
});

test('preselects no other course if the course in the URL cannot have sessions', async () => {
  startWith(answer({ ...ofUnit, archived: true }));
  expect(await screen.findByText('Select a course')).toBeTruthy();
  expect(screen.queryByText('Algorithms (CS201)')).toBeNull();
});

test('shows why the course in the URL cannot be opened', async () => {
  startWith(refusal(404, 'Course not found'));
  expect(await screen.findByText('Course not found')).toBeTruthy();
  expect(screen.queryByRole('form')).toBeNull();
});

test('confirms that a course was added, and lists it', async () => {
  const { give } = start([old]);
  renderTeacher(<CoursesPage />, '/courses');
  fireEvent.click(await screen.findByRole('button', { name: 'Add New Course' }));
  for (const [label, value] of [
    ['Course Name', 'Algorithms'],
    ['Course Code', 'CS201'],
  ] as const)
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  fireEvent.mouseDown(screen.getByLabelText('Semester'));
  fireEvent.click(await screen.findByTitle('3'));
  give(callOf(routes.course.createCourse), answer(algorithms, 201));
  give(callOf(routes.course.listCourses), answer([algorithms, old]));
  fireEvent.click(screen.getByRole('button', { name: 'Create Course' }));
  expect(await screen.findByText('Course created successfully')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Algorithms' })).toBeTruthy();
});
