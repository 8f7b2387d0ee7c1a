import { afterEach, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { samples } from '@qr-attendance/contracts/samples';
import { ApiError } from '@qr-attendance/web-kit';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { CourseForm } from '../src/features/courses/components/course-form.tsx';
import { makeHost, renderTeacher } from './fake-host.tsx';

afterEach(cleanup);

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const start = (answer: () => unknown) => {
  const server = makeHost(answer);
  const view = renderTeacher(<CourseForm onCreated={() => {}} />, server.host);
  return { created: () => server.asked.filter(({ route }) => route === routes.course.createCourse), view };
};
const fillIn = async () => {
  type('Course Name', 'Algorithms');
  type('Course Code', 'CS201');
  fireEvent.mouseDown(screen.getByLabelText('Semester'));
  fireEvent.click(await screen.findByTitle('3'));
};
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Create Course' }));

test('a course is sent again under the same key, and under another by a form that was begun again', async () => {
  const away = () => {
    throw new ApiError(0);
  };
  const { created, view } = start(away);
  await fillIn();
  for (const times of [1, 2]) {
    send();
    await waitFor(() => expect(created()).toHaveLength(times));
    await screen.findByText('Failed to create course');
  }
  const [first, second] = created().map(({ idempotencyKey }) => idempotencyKey);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);

  view.unmount();
  const begunAgain = start(away);
  await fillIn();
  send();
  await waitFor(() => expect(begunAgain.created()).toHaveLength(1));
  expect(begunAgain.created()[0]?.idempotencyKey).not.toBe(first);
});

test('everything that can be said of a course can be filled in and is sent', async () => {
  const { created } = start(() => ({}));
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
  await waitFor(() => expect(created()).toHaveLength(1));
  expect(created()[0]?.body).toEqual(samples.newCourse);
});
