import { afterEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { routes } from '@qr-attendance/contracts';
import { answer, callOf, refusal } from '@qr-attendance/web-kit/testing';
import { openArea } from './support/open-area.tsx';
import { course, summary } from './support/samples.ts';

afterEach(cleanup);

const TOKEN = 'AbCdEfGhIjKlMnOpQrStUv';
const INVITATION = callOf(routes.course.getInvitation);
const ACCEPT = callOf(routes.course.acceptInvitation);
const invitation = (enrolled: boolean) =>
  answer({ course: course(), enrolled, expiresAt: '2099-09-14T09:00:00.000Z' });

describe('the page of an invitation link', () => {
  test('shows the course and joins it with one button press', async () => {
    const { sentTo } = openArea(`/student/join/${TOKEN}`, {
      [INVITATION]: [invitation(false), invitation(true)],
      [ACCEPT]: answer(course()),
    });
    expect(await screen.findByText('Ada Lovelace')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Join Algorithms' }));
    expect(await screen.findByText('You are enrolled in this course.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/student');
    expect(sentTo(ACCEPT).map(({ params }) => params)).toEqual([{ token: TOKEN }]);
  });

  test('explains that it is no longer valid and links to the courses', async () => {
    openArea(`/student/join/${TOKEN}`, { [INVITATION]: refusal(404, '', { code: 'invitation_invalid' }) });
    expect(await screen.findByText('This invitation link does not work.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Enroll in Courses' }).getAttribute('href')).toBe(
      '/student/enroll',
    );
  });

  test('shows why joining failed', async () => {
    const words = 'Your teacher removed you from this course. Ask to be put back.';
    openArea(`/student/join/${TOKEN}`, { [INVITATION]: invitation(false), [ACCEPT]: refusal(403, words) });
    await userEvent.click(await screen.findByRole('button', { name: 'Join Algorithms' }));
    expect(await screen.findByText(words)).toBeTruthy();
  });
});

describe('a course with an enrollment key', () => {
  const AVAILABLE = callOf(routes.course.listAvailableCourses);
  const ENROLL = callOf(routes.course.enroll);

  test('asks for the key, shows what is wrong with a key, and sends the correct key', async () => {
    const { bodiesOf } = openArea('/student/enroll', {
      [AVAILABLE]: [answer([course({ enrollmentMode: 'KEY' })]), answer([])],
      [ENROLL]: [refusal(403, 'This enrollment key is wrong.'), answer(course())],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Enroll in Algorithms' }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Enroll' }));
    expect(dialog.getByRole('alert').textContent).toBe('Enter the enrollment key');
    await userEvent.type(dialog.getByLabelText('Enrollment key'), 'guess');
    await userEvent.click(dialog.getByRole('button', { name: 'Enroll' }));
    expect(await dialog.findByText('This enrollment key is wrong.')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Enrollment key'), '7');
    await userEvent.click(dialog.getByRole('button', { name: 'Enroll' }));
    expect(await screen.findByText('Successfully enrolled in the course!')).toBeTruthy();
    expect(bodiesOf(ENROLL)).toEqual([{ key: 'guess' }, { key: 'guess7' }]);
  });
});

describe('my courses', () => {
  const start = (mine: object[]) =>
    openArea('/student', {
      [callOf(routes.attendance.getAnalyticsSummary)]: answer(summary()),
      [callOf(routes.attendance.listAttendance)]: answer([]),
      [callOf(routes.course.listCourses)]: [answer(mine), answer([])],
      [callOf(routes.course.leaveCourse)]: answer(undefined, 204),
    });

  test('offer to leave a course that allows it, after a confirmation', async () => {
    const { sentTo } = start([course({ mayLeave: true })]);
    await userEvent.click(await screen.findByRole('button', { name: 'Leave Algorithms' }));
    expect(sentTo(callOf(routes.course.leaveCourse))).toEqual([]);
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('You left Algorithms')).toBeTruthy();
  });

  test('offer no way to leave other courses, and hide archived courses', async () => {
    start([course(), course({ _id: '66f000000000000000000c02', name: 'Logic', archived: true })]);
    expect(await screen.findByText('Algorithms')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Leave Algorithms' })).toBeNull();
    expect(screen.queryByText('Logic')).toBeNull();
  });
});
