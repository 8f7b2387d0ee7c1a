import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { answer, callOf, enterText, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { enterPin, MARK, only, open, press, record, scan, VERIFY } from './open-marking.tsx';

const STATE = callOf(routes.course.getEnrollmentState);
const JOIN = callOf(routes.course.enroll);
const SET_PIN = callOf(routes.auth.setPin);
const CONFIRM = callOf(routes.auth.confirmPassword);
const course = {
  ...scan.course,
  semester: 3,
  studentCount: 1,
  sections: [],
  teacher: { _id: record.student._id, user: null },
};
const outside = { ...scan, enrolled: false };
const joinAndMark = 'Join Algorithms and mark';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const start = (way: string, answers: Record<string, Answers> = {}, setup: object = {}) =>
  open({
    answers: {
      [VERIFY]: [answer(outside)],
      [STATE]: answer({ enrolled: false, way }),
      [JOIN]: answer(course),
      [MARK]: [answer(record, 201)],
      ...answers,
    },
    preferences: only({}),
    ...setup,
  });

describe('a student who is not in the course', () => {
  test('joins and marks with one button press if nothing else is required', async () => {
    const { sent } = start('OPEN');
    await press(joinAndMark);
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
    const calls = sent.map(({ call }) => call);
    expect(calls).toEqual([VERIFY, STATE, JOIN, MARK]);
  });

  test('marks as a guest without joining where the course allows it', async () => {
    const { sent } = start('CLOSED', {
      [STATE]: answer({ enrolled: false, way: 'CLOSED', guests: true }),
      [MARK]: [answer({ ...record, guest: true }, 201)],
    });
    await press('Mark as a guest');
    expect(await screen.findByText(/You are recorded as a guest/)).toBeTruthy();
    expect(sent.map(({ call }) => call)).toEqual([VERIFY, STATE, MARK]);
  });

  test('joins once, before completing the other steps', async () => {
    const { sent } = start('OPEN', {}, { preferences: {} });
    await press(joinAndMark);
    await enterPin('2468');
    await press('Mark My Attendance');
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
    expect(sent.filter(({ call }) => call === VERIFY)).toHaveLength(1);
  });

  test('sees joining as the first step', async () => {
    start('OPEN', {}, { preferences: {} });
    await screen.findByRole('button', { name: joinAndMark });
    const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(steps).toEqual(['1Join', '2Mark']);
  });

  test('enters the enrollment key, and sees an error beside the field if it is wrong', async () => {
    const wrong = refusal(403, 'This enrollment key is wrong.', { code: 'wrong_enrollment_key' });
    const { bodiesOf } = start('KEY', { [JOIN]: [wrong, answer(course)] });
    await press(joinAndMark);
    expect((await screen.findByRole('alert')).textContent).toBe('Enter the enrollment key');
    const field = screen.getByLabelText('Enrollment key');
    await userEvent.type(field, 'guess');
    await press(joinAndMark);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This enrollment key is wrong.'));
    await userEvent.clear(field);
    await enterText(field, 'K7M29QXB');
    await press(joinAndMark);
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
    expect(bodiesOf(JOIN)).toEqual([{ key: 'guess' }, { key: 'K7M29QXB' }]);
  });

  test.each([
    ['INVITATION', /You need an invitation link/],
    ['CLOSED', /not open for enrollment/],
    ['DECLINED', /declined your request/],
    ['REMOVED', /removed you from this course/],
    ['BY_LOTTERY', /Ask your teacher to add you/],
  ])('sees immediately that joining is impossible: %s', async (way, words) => {
    start(way, {}, { preferences: {} });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByLabelText('PIN')).toBeNull();
    expect(screen.queryByRole('button', { name: joinAndMark })).toBeNull();
  });

  test('continues once the teacher has approved the request', async () => {
    start('CLOSED', {
      [STATE]: [answer({ enrolled: false, way: 'CLOSED' }), answer({ enrolled: true, way: 'CLOSED' })],
    });
    await press('Check again');
    expect(await screen.findByRole('button', { name: 'Mark My Attendance' })).toBeTruthy();
  });

  test('requests to join, sees that the request is pending, and is listed as unable to mark', async () => {
    const ASK = callOf(routes.course.requestEnrollment);
    const notIn = refusal(403, 'You are not enrolled in this course.', { code: 'not_enrolled' });
    const { sent, bodiesOf } = start('APPROVAL', {
      [ASK]: answer({ enrolled: false, way: 'WAITING' }),
      [MARK]: [notIn],
    });
    await press('Ask to join Algorithms');
    expect(await screen.findByText(/^Your teacher has to let you in\. Your request was sent/)).toBeTruthy();
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual([VERIFY, STATE, ASK, MARK]));
    expect(bodiesOf(MARK)).toMatchObject([{ ticket: scan.ticket }]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('is marked immediately if the teacher has approved the request in the meantime', async () => {
    start('WAITING', { [MARK]: answer(record, 201) });
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
  });

  test('does not join again after a reload', async () => {
    start('OPEN', {}, { preferences: {} });
    await press(joinAndMark);
    await screen.findByLabelText('PIN');
    cleanup();
    const { sent } = open({ answers: {} });
    await screen.findByLabelText('PIN');
    expect(sent).toEqual([]);
  });

  test('joins after a rejected mark without repeating a step', async () => {
    const refused = refusal(403, 'You are not enrolled in this course.', { code: 'not_enrolled' });
    const { bodiesOf } = start(
      'OPEN',
      { [VERIFY]: [answer(scan)], [MARK]: [refused, answer(record, 201)] },
      { preferences: {} },
    );
    await enterPin('2468');
    await press('Mark My Attendance');
    await press(joinAndMark);
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
    expect(bodiesOf(MARK)).toMatchObject([{ pin: '2468' }, { pin: '2468' }]);
  });
});

describe('a missing setup', () => {
  test('is completed on the marking page, and the new PIN is used for the mark', async () => {
    const profile = { hasPin: false };
    const { bodiesOf, sent } = start(
      'OPEN',
      { [SET_PIN]: answer({ hasPin: true }) },
      { ...profile, preferences: {} },
    );
    await press(joinAndMark);
    await press('Save and mark attendance');
    expect((await screen.findByRole('alert')).textContent).toBe('PIN must be at least 4 digits');
    await userEvent.type(screen.getByLabelText('New PIN (4 to 12 digits)'), '2468');
    await press('Save and mark attendance');
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
    expect(bodiesOf(SET_PIN)).toEqual([{ pin: '2468' }]);
    expect(bodiesOf(MARK)).toMatchObject([{ pin: '2468' }]);
    expect(sent.filter(({ call }) => call === MARK)).toHaveLength(1);
  });

  test('is not forgotten if the profile was reloaded while it was saved', async () => {
    const page = start('OPEN', { [SET_PIN]: answer({ hasPin: true }) }, { hasPin: false, preferences: {} });
    await press(joinAndMark);
    await userEvent.type(await screen.findByLabelText('New PIN (4 to 12 digits)'), '2468');
    const release = page.hold();
    await press('Save and mark attendance');
    await waitFor(() => expect(page.sentTo(SET_PIN)).toHaveLength(1));
    page.reloadProfile();
    release();
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
    expect(page.bodiesOf(MARK)).toMatchObject([{ pin: '2468' }]);
  });

  test('asks for the password if it was entered too long ago', async () => {
    const { bodiesOf } = start(
      'OPEN',
      {
        [SET_PIN]: [refusal(403, '', { code: 'fresh_proof_required' }), answer({ hasPin: true })],
        [CONFIRM]: answer({ token: 'proven', freshUntil: '2026-09-14T09:15:00.000Z' }),
      },
      { hasPin: false, preferences: {} },
    );
    await press(joinAndMark);
    await userEvent.type(await screen.findByLabelText('New PIN (4 to 12 digits)'), '2468');
    await press('Save and mark attendance');
    await enterText(await screen.findByLabelText('Password'), 'river walk');
    await press('Continue');
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
    expect(bodiesOf(CONFIRM)).toEqual([{ password: 'river walk' }]);
  });

  test('shows that saving failed and can be retried', async () => {
    start('OPEN', { [SET_PIN]: refusal(503) }, { hasPin: false, preferences: {} });
    await press(joinAndMark);
    await userEvent.type(await screen.findByLabelText('New PIN (4 to 12 digits)'), '2468');
    await press('Save and mark attendance');
    expect((await screen.findByRole('alert')).textContent).toMatch(/could not be saved/);
    expect(screen.getByRole('button', { name: 'Save and mark attendance' })).toBeTruthy();
  });
});
