import { afterEach, expect, test } from '@jest/globals';
import {
  IDEMPOTENCY_KEY_HEADER,
  OPEN_POLICY,
  routes,
  type Course,
  type Session,
} from '@qr-attendance/contracts';
import {
  answer,
  callOf,
  fakeApi,
  lostConnection,
  refusal,
  type Answers,
} from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SessionForm } from '../src/features/generate/components/session-form.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, sessionId, sessionOf } from './samples.ts';

const CREATE = callOf(routes.session.createSession);
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Generate QR Code' }));
interface SessionFormOptions {
  courses?: Course[];
  courseId?: string | undefined;
  recent?: Session[];
}
const start = (
  created: Answers = lostConnection,
  active: Session[] = [],
  { courses = [algorithms], courseId, recent = [] }: SessionFormOptions = {},
) => {
  const server = fakeApi({
    [callOf(routes.session.listSessions)]: ({ query }) => answer(query['active'] ? active : recent),
    [callOf(routes.session.getSessionDefaults)]: answer(OPEN_POLICY),
    [CREATE]: created,
  });
  renderTeacher(<SessionForm courses={courses} courseId={courseId} onCreated={() => {}} />);
  return { created: () => server.sentTo(CREATE) };
};

afterEach(cleanup);

test('shows an error beside an end that equals the start, and sends nothing', async () => {
  const { created } = start();
  fireEvent.change(screen.getByLabelText('Start Time'), { target: { value: '10:00' } });
  fireEvent.change(screen.getByLabelText('End Time'), { target: { value: '10:00' } });
  submit();
  expect(await screen.findByText('End Time must differ from Start Time')).toBeTruthy();
  expect(created()).toEqual([]);
});

test('accepts date and time in the format of the app’s language', async () => {
  const { created } = start();
  const type = async (label: string, text: string) => {
    await userEvent.clear(screen.getByLabelText(label));
    await userEvent.type(screen.getByLabelText(label), text);
    await userEvent.tab();
  };
  await type('Date', '24 Dec 2099');
  await type('Start Time', '9:05');
  await type('End Time', '1030');
  expect(screen.getByLabelText<HTMLInputElement>('Date').value).toBe('Thu 24 Dec 2099');
  expect(screen.getByLabelText<HTMLInputElement>('Start Time').value).toBe('09:05');
  submit();
  await waitFor(() => expect(created()).toHaveLength(1));
  expect(created()[0]?.body).toMatchObject({
    date: '2099-12-24',
    startTime: new Date(2099, 11, 24, 9, 5).toISOString(),
    endTime: new Date(2099, 11, 24, 10, 30).toISOString(),
  });
});

test('shows an error beside an invalid date or time, and sends nothing', async () => {
  const { created } = start();
  await userEvent.clear(screen.getByLabelText('Date'));
  await userEvent.type(screen.getByLabelText('Date'), 'next week');
  await userEvent.tab();
  expect(await screen.findByText(/^Enter a date, for example \w{3} 22 Nov$/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('End Time'), { target: { value: '25:00' } });
  submit();
  expect(await screen.findByText('Enter a time, for example 09:05')).toBeTruthy();
  expect(screen.getByLabelText('End Time').getAttribute('aria-invalid')).toBe('true');
  expect(created()).toEqual([]);
});

test('offers the sections of the chosen course, and sends the chosen sections', async () => {
  const lab = '66f0000000000000000000a2';
  const sections = [
    { _id: algorithms._id, name: 'Morning' },
    { _id: lab, name: 'Lab' },
  ];
  const { created } = start(lostConnection, [], { courses: [{ ...algorithms, sections }] });
  await userEvent.click(screen.getByLabelText('Sections of this class'));
  await userEvent.click(await screen.findByText('Lab'));
  submit();
  await waitFor(() => expect(created()).toHaveLength(1));
  expect(created()[0]?.body).toMatchObject({ sections: [{ courseId: algorithms._id, sectionId: lab }] });
});

test('hides sections if the course has only one section', () => {
  start();
  expect(screen.queryByLabelText('Sections of this class')).toBeNull();
  expect(screen.queryByLabelText('Joint class with other courses')).toBeNull();
});

test('offers the other courses for a joint class, and sends the sections of both', async () => {
  const other = '66f0000000000000000000b1';
  const logic = { ...algorithms, _id: other, code: 'MA101', sections: [{ _id: other, name: '1' }] };
  const { created } = start(lostConnection, [], { courses: [algorithms, logic], courseId: algorithms._id });
  await userEvent.click(screen.getByLabelText('Joint class with other courses'));
  await userEvent.click(await screen.findByText('MA101', { selector: '.ant-select-item-option-content' }));
  submit();
  await waitFor(() => expect(created()).toHaveLength(1));
  expect(created()[0]?.body).toMatchObject({
    courseId: algorithms._id,
    sections: [algorithms._id, other].map((id) => ({ courseId: id, sectionId: id })),
  });
});

test('sends nothing without course, date and start', async () => {
  const { created } = start();
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '' } });
  fireEvent.change(screen.getByLabelText('Start Time'), { target: { value: '' } });
  submit();
  expect(await screen.findByText('Date is required')).toBeTruthy();
  expect(screen.getByText('Start Time is required')).toBeTruthy();
  expect(created()).toEqual([]);
});

test('shows the server’s message beside the field', async () => {
  start(refusal(400, 'The form is wrong', { fields: { date: 'lies too far back' } }));
  submit();
  expect(await screen.findByText('The form is wrong')).toBeTruthy();
  expect(await screen.findByText('lies too far back')).toBeTruthy();
});

test('shows the specified message if the server sent none', async () => {
  start(refusal(500));
  submit();
  expect(await screen.findByText('Failed to generate QR code')).toBeTruthy();
});

test('reuses the idempotency key until the form changes', async () => {
  const { created } = start();
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
  const keys = created().map(({ headers }) => headers[IDEMPOTENCY_KEY_HEADER]);
  expect(keys[0]).toMatch(/^"[0-9a-f-]{36}"$/);
  expect(keys).toEqual([keys[0], keys[0], expect.not.stringMatching(keys[0] ?? ''), keys[0]]);
});

test('asks for confirmation for a date in the past', async () => {
  const { created } = start();
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2020-01-06' } });
  submit();
  expect(await screen.findByText('This date is in the past')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Change the date' }));
  expect(screen.queryByText('This date is in the past')).toBeNull();
  expect(created()).toEqual([]);
  submit();
  fireEvent.click(await screen.findByRole('button', { name: 'Create it anyway' }));
  await waitFor(() => expect(created()).toHaveLength(1));
});

test('warns if the course has a running session, but not about an upcoming session', async () => {
  const scheduled = sessionOf({ startTime: new Date(Date.now() + 3_600_000).toISOString() });
  start(lostConnection, [scheduled, sessionOf()]);
  expect((await screen.findByText(/^CS201 has been running since/)).textContent).toMatch(/Open it\?$/);
  expect(screen.getByRole('link', { name: 'Open class' }).getAttribute('href')).toBe(
    `/teacher/sessions/${sessionId}`,
  );
  cleanup();
  start(lostConnection, [scheduled]);
  await screen.findByLabelText('Date');
  expect(screen.queryByText(/has been running since/)).toBeNull();
});

const other = { ...algorithms, _id: '66f000000000000000000c02', code: 'CS301', name: 'Robotics' };
const weekAgo = () => new Date(Date.now() - 7 * 86_400_000).toISOString();
const heldLastWeek = sessionOf({
  course: { _id: other._id, code: 'CS301', name: 'Robotics' },
  active: false,
  state: 'ended',
  startTime: weekAgo(),
  endTime: weekAgo(),
});

test('preselects the only course', async () => {
  start(lostConnection);
  expect(await screen.findByText('Algorithms (CS201)')).toBeTruthy();
});

test('preselects the course that usually meets at this time', async () => {
  const { created } = start(lostConnection, [], { courses: [algorithms, other], recent: [heldLastWeek] });
  expect(await screen.findByText('Robotics (CS301)')).toBeTruthy();
  submit();
  await waitFor(() => expect(created()[0]?.body).toMatchObject({ courseId: other._id }));
});

test('preselects no course if several have no usual time, and requires a choice', async () => {
  const { created } = start(lostConnection, [], { courses: [algorithms, other] });
  submit();
  expect(await screen.findByText('Course is required')).toBeTruthy();
  expect(created()).toEqual([]);
});

test('preselects the course in the URL, whatever the time', async () => {
  const { created } = start(lostConnection, [], {
    courses: [algorithms, other],
    courseId: algorithms._id,
    recent: [heldLastWeek],
  });
  expect(await screen.findByText('Algorithms (CS201)')).toBeTruthy();
  submit();
  await waitFor(() => expect(created()[0]?.body).toMatchObject({ courseId: algorithms._id }));
});

test('preselects nothing if the course in the URL is not offered', async () => {
  const requested = { courseId: algorithms._id, recent: [heldLastWeek] };
  for (const courses of [[other], [other, { ...other, _id: sessionId, code: 'CS302' }]]) {
    const { created } = start(lostConnection, [], { courses, ...requested });
    submit();
    expect(await screen.findByText('Course is required')).toBeTruthy();
    expect(screen.queryByText('Robotics (CS301)')).toBeNull();
    expect(created()).toEqual([]);
    cleanup();
  }
});

test('shows beside the switch why the browser returned no location', async () => {
  const getCurrentPosition = (_found: PositionCallback, failed: PositionErrorCallback) =>
    failed({ code: 1, message: 'User denied Geolocation' } as GeolocationPositionError);
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
  start();
  const require = () =>
    fireEvent.click(screen.getByRole('switch', { name: /^Require Location Verification/ }));
  require();
  expect(await screen.findByText('Error getting location: User denied Geolocation')).toBeTruthy();
  cleanup();
  Reflect.deleteProperty(navigator, 'geolocation');
  start();
  require();
  expect(await screen.findByText('Geolocation is not supported by this browser.')).toBeTruthy();
});
