import { afterEach, expect, test } from '@jest/globals';
import { OPEN_POLICY, routes, type Course } from '@qr-attendance/contracts';
import { ApiError } from '@qr-attendance/web-kit';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { SessionForm } from '../src/features/generate/components/session-form.tsx';
import { makeHost, renderTeacher } from './fake-host.tsx';

const course = { _id: '66f000000000000000000c01', name: 'Algorithms', code: 'CS201' } as Course;
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Generate QR Code' }));
const start = (answer: () => unknown = () => undefined) => {
  const server = makeHost(({ route }) =>
    route === routes.session.getSessionDefaults ? OPEN_POLICY : answer(),
  );
  const form = <SessionForm courses={[course]} courseId={course._id} onCreated={() => {}} />;
  renderTeacher(form, server.host);
  const created = () => server.asked.filter(({ route }) => route === routes.session.createSession);
  return { created };
};

afterEach(cleanup);

test('an end before the start is told beside the field, and nothing is sent', async () => {
  const { created } = start();
  fireEvent.change(screen.getByLabelText('Start Time'), { target: { value: '10:00' } });
  fireEvent.change(screen.getByLabelText('End Time'), { target: { value: '09:00' } });
  submit();
  expect(await screen.findByText('End Time must be after Start Time')).toBeTruthy();
  expect(created()).toEqual([]);
});

test('without a course, date and start nothing is sent', async () => {
  const { created } = start();
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '' } });
  fireEvent.change(screen.getByLabelText('Start Time'), { target: { value: '' } });
  submit();
  expect(await screen.findByText('Date is required')).toBeTruthy();
  expect(screen.getByText('Start Time is required')).toBeTruthy();
  expect(created()).toEqual([]);
});

test('what the server says of a field stands beside it', async () => {
  start(() => {
    throw new ApiError(400, {
      error: 'The form is wrong',
      details: { fields: { date: 'lies too far back' } },
    });
  });
  submit();
  expect(await screen.findByText('The form is wrong')).toBeTruthy();
  expect(await screen.findByText('lies too far back')).toBeTruthy();
});

test('a server without words of its own gives the specified sentence', async () => {
  start(() => {
    throw new ApiError(500);
  });
  submit();
  expect(await screen.findByText('Failed to generate QR code')).toBeTruthy();
});

test('a session is sent under the same key until the form says something else', async () => {
  const { created } = start(() => {
    throw new ApiError(0);
  });
  const pressed = async (times: number) => {
    submit();
    await waitFor(() => expect(created()).toHaveLength(times));
    await screen.findByText('Failed to generate QR code');
  };
  await pressed(1);
  await pressed(2);
  fireEvent.change(screen.getByLabelText('End Time'), { target: { value: '23:59' } });
  await pressed(3);
  fireEvent.change(screen.getByLabelText('End Time'), { target: { value: '' } });
  await pressed(4);
  const keys = created().map(({ idempotencyKey }) => idempotencyKey);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys).toEqual([keys[0], keys[0], expect.not.stringMatching(keys[0] ?? ''), keys[0]]);
});
