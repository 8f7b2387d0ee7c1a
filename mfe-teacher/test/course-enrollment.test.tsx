import { afterEach, describe, expect, test } from '@jest/globals';
import { routes, type EnrollmentSettings, type StudentRate } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { CoursePage } from '../src/features/course/pages/course-page.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, courseId as id, markOf, openDefaults } from './samples.ts';

afterEach(cleanup);

const { student } = markOf(1);
const rate: StudentRate = { student, present: 1, late: 0, absent: 0, excused: 0, attendancePercentage: 100 };
const SETTINGS = callOf(routes.course.getEnrollmentSettings);
const CHANGE = callOf(routes.course.changeEnrollmentSettings);
const INVITE = callOf(routes.course.createInvitation);
const REVOKE = callOf(routes.course.revokeInvitation);
const REMOVE = callOf(routes.course.removeStudent);
const RESTORE = callOf(routes.course.restoreStudent);
const REQUESTS = callOf(routes.course.listEnrollmentRequests);
const APPROVE = callOf(routes.course.approveEnrollmentRequests);
const FORMER = callOf(routes.course.listFormerStudents);
const open: EnrollmentSettings = { mode: 'OPEN', mayLeave: false };
const token = 'AbCdEfGhIjKlMnOpQrStUv';
const invited = { ...open, mode: 'INVITATION', invitation: { token, expiresAt: '2026-09-28T09:00:00.000Z' } };

const start = (answers: Record<string, Answers> = {}) => {
  const server = fakeApi({
    [callOf(routes.course.getCourse)]: answer(algorithms),
    [callOf(routes.session.listSessions)]: answer([]),
    [callOf(routes.session.getSessionDefaults)]: answer(openDefaults),
    [callOf(routes.attendance.listStudentRates)]: answer([rate]),
    [SETTINGS]: answer(open),
    [callOf(routes.course.listStaff)]: answer({ staff: [], changes: [] }),
    [FORMER]: answer([]),
    [REQUESTS]: answer([]),
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

describe('enrollment settings', () => {
  test('can allow students outside the course to mark as guests', async () => {
    const { bodiesOf } = start({ [CHANGE]: answer({ ...open, guests: true }) });
    await press('Change who may enroll');
    fireEvent.click(screen.getByRole('checkbox', { name: /^Students who are not in the course can mark/ }));
    await press('Save');
    expect(await screen.findByText(/Students outside of the course can mark as guests\.$/)).toBeTruthy();
    expect(bodiesOf(CHANGE)).toEqual([{ ...open, guests: true }]);
  });

  test('can change from open to an enrollment key, which is shown for copying', async () => {
    const { bodiesOf } = start({ [CHANGE]: answer({ mode: 'KEY', mayLeave: true, key: 'K7M29QXB' }) });
    expect(await screen.findByText('Every student')).toBeTruthy();
    await press('Change who may enroll');
    fireEvent.click(screen.getByRole('radio', { name: /^Students who know the key/ }));
    fireEvent.click(screen.getByRole('checkbox', { name: /^Students can leave the course themselves/ }));
    await press('Save');
    expect(await screen.findByDisplayValue('K7M29QXB')).toBeTruthy();
    expect(screen.getByText(/Students can leave\.$/)).toBeTruthy();
    expect(bodiesOf(CHANGE)).toEqual([{ mode: 'KEY', mayLeave: true, guests: false }]);
  });

  test('can replace the key', async () => {
    const { bodiesOf } = start({
      [SETTINGS]: answer({ mode: 'KEY', mayLeave: false, key: 'K7M29QXB' }),
      [CHANGE]: answer({ mode: 'KEY', mayLeave: false, key: 'P3Q4R5ST' }),
    });
    await press('Change who may enroll');
    fireEvent.click(await screen.findByRole('checkbox', { name: /^Replace the key with a new one/ }));
    await press('Save');
    expect(await screen.findByDisplayValue('P3Q4R5ST')).toBeTruthy();
    expect(bodiesOf(CHANGE)).toEqual([{ mode: 'KEY', mayLeave: false, guests: false, newKey: true }]);
  });

  test('keep the form and show the reason if the server rejects the change', async () => {
    start({ [CHANGE]: refusal(503) });
    await press('Change who may enroll');
    await press('Save');
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to save the enrollment settings');
  });
});

describe('an invitation link', () => {
  test('is created, shown with its QR code, and revoked after a confirmation', async () => {
    const { sentTo } = start({
      [SETTINGS]: answer({ mode: 'INVITATION', mayLeave: false }),
      [INVITE]: answer(invited, 201),
      [REVOKE]: answer({ mode: 'INVITATION', mayLeave: false }),
    });
    await press('Create invitation link');
    const link = `${location.origin}/student/join/${token}`;
    expect(await screen.findByDisplayValue(link)).toBeTruthy();
    expect(screen.getByText(/^Works until .*28/)).toBeTruthy();
    await press('Show QR code');
    expect(screen.getByRole('img', { name: 'QR code of the invitation link' }).dataset['qr']).toBe(link);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await press('Revoke link');
    expect(sentTo(REVOKE)).toEqual([]);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke link' }));
    expect(await screen.findByRole('button', { name: 'Create invitation link' })).toBeTruthy();
  });
});

describe('enrollment requests', () => {
  const asking = (n: number) => ({
    student: { ...markOf(n).student, usn: `USN-${n}` },
    requestedAt: '2026-09-14T09:00:00.000Z',
  });

  test('show student numbers and are approved together', async () => {
    const { bodiesOf } = start({
      [REQUESTS]: [answer([asking(1), asking(2), asking(3)]), answer([asking(3)])],
      [APPROVE]: answer({ studentIds: [asking(1).student._id, asking(2).student._id] }),
    });
    expect(await screen.findByText(/USN-2/)).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all 3' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Student 3' }));
    await press('Approve (2)');
    expect(await screen.findByText('2 students enrolled')).toBeTruthy();
    expect(bodiesOf(APPROVE)).toEqual([{ studentIds: [asking(1).student._id, asking(2).student._id] }]);
    await waitFor(() => expect(screen.queryByText(/USN-2/)).toBeNull());
  });

  test('stay selected, with an error, if answering them fails', async () => {
    start({
      [REQUESTS]: answer([asking(1)]),
      [callOf(routes.course.declineEnrollmentRequests)]: refusal(503),
    });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Student 1' }));
    await press('Decline (1)');
    expect(await screen.findByText('Failed to answer the requests')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Decline (1)' })).toBeTruthy();
  });
});

describe('a student in a course', () => {
  test('is removed after a confirmation, and disappears from the list at once', async () => {
    const former = {
      student: { _id: student._id, name: student.name },
      ended: 'REMOVED',
      endedAt: '2026-09-14T09:00:00.000Z',
    };
    const { sentTo } = start({ [REMOVE]: answer(undefined, 204), [FORMER]: [answer([]), answer([former])] });
    await press('Remove Student 1');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(/^Removed on .*14/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove Student 1' })).toBeNull();
    expect(sentTo(REMOVE)[0]?.params).toEqual({ id, studentId: student._id });
  });

  test('can be removed with all absences if they never belonged to the course', async () => {
    const { sentTo } = start({ [REMOVE]: answer(undefined, 204) });
    await press('Remove Student 1');
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.click(dialog.getByRole('checkbox', { name: /^This person never belonged to this course/ }));
    fireEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Student 1 removed, absences voided')).toBeTruthy();
    expect(sentTo(REMOVE)[0]?.query).toMatchObject({ stranger: 'true' });
  });

  test('can have their absences voided after the removal, following a confirmation', async () => {
    const former = {
      student: { _id: student._id, name: student.name },
      ended: 'REMOVED',
      endedAt: '2026-09-14T09:00:00.000Z',
    };
    const { sentTo } = start({
      [FORMER]: answer([former]),
      [REMOVE]: answer(undefined, 204),
    });
    await press('Void absences of Student 1');
    expect(sentTo(REMOVE)).toEqual([]);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Void absences' }));
    expect(await screen.findByText('Absences of Student 1 voided')).toBeTruthy();
    expect(sentTo(REMOVE)[0]?.query).toMatchObject({ stranger: 'true' });
  });

  test('can be restored with one click after leaving', async () => {
    const former = {
      student: { _id: student._id, name: null },
      ended: 'LEFT',
      endedAt: '2026-09-14T09:00:00.000Z',
    };
    const { sentTo } = start({ [RESTORE]: answer(undefined, 204), [FORMER]: [answer([former]), answer([])] });
    await press('Put Unknown back');
    await waitFor(() => expect(screen.queryByText('Former students')).toBeNull());
    expect(sentTo(RESTORE)[0]?.params).toEqual({ id, studentId: student._id });
  });
});
