import { afterEach, expect, test } from '@jest/globals';
import { IDEMPOTENCY_KEY_HEADER, routes } from '@qr-attendance/contracts';
import { samples } from '@qr-attendance/contracts/samples';
import { AntdTheme } from '@qr-attendance/ui-kit';
import { answer, callOf, fakeApi, lostConnection, type Answers } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { CourseForm } from '../src/features/courses/components/course-form.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms } from './samples.ts';

afterEach(cleanup);

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const CREATE = callOf(routes.course.createCourse);
const start = (created: Answers = lostConnection) => {
  const server = fakeApi({ [CREATE]: created });
  const view = renderTeacher(<CourseForm onCreated={() => {}} />);
  return {
    ...server,
    keys: () => server.sentTo(CREATE).map(({ headers }) => headers[IDEMPOTENCY_KEY_HEADER]),
    view,
  };
};
const fillIn = async () => {
  type('Course Name', 'Algorithms');
  type('Course Code', 'CS201');
  fireEvent.mouseDown(screen.getByLabelText('Semester'));
  fireEvent.click(await screen.findByTitle('3'));
};
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Create Course' }));

test('reuses the idempotency key when resending a course, and uses a new key for a new form', async () => {
  const { keys, view } = start();
  await fillIn();
  for (const times of [1, 2]) {
    send();
    await waitFor(() => expect(keys()).toHaveLength(times));
    await screen.findByText('Failed to create course');
  }
  const [first, second] = keys();
  expect(first).toMatch(/^"[0-9a-f-]{36}"$/);
  expect(second).toBe(first);

  view.unmount();
  const begunAgain = start();
  await fillIn();
  send();
  await waitFor(() => expect(begunAgain.keys()).toHaveLength(1));
  expect(begunAgain.keys()[0]).not.toBe(first);
});

test('sends every field of a course', async () => {
  const { bodiesOf } = start(answer(algorithms, 201));
  for (const [field, value] of Object.entries(samples.newCourse)) {
    const control = document.getElementById(field);
    if (!control) throw new Error(`the form has no ${field}`);
    if (control.getAttribute('role') !== 'combobox') fireEvent.change(control, { target: { value } });
    else {
      fireEvent.mouseDown(control);
      fireEvent.click(await screen.findByTitle(String(value)));
    }
  }
  send();
  await waitFor(() => expect(bodiesOf(CREATE)).toEqual([samples.newCourse]));
});

test('focuses a required field that is empty', async () => {
  fakeApi({});
  renderTeacher(
    <AntdTheme>
      <CourseForm onCreated={() => {}} />
    </AntdTheme>,
  );
  type('Course Name', 'Algorithms');
  send();
  await screen.findByText('Course Code is required');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Course Code')));
});
