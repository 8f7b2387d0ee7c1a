import { afterEach, describe, expect, test } from '@jest/globals';
import {
  OPEN_POLICY,
  routes,
  type AttendanceRecord,
  type AuditEntry,
  type FlaggedAttempt,
  type RefusedStudent,
} from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { SessionPage } from '../src/features/session/pages/session-page.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { enrolledOf, markOf, rosterOf, sessionId, sessionOf } from './samples.ts';

const { attendance, course, session } = routes;
const LIST = callOf(attendance.getRoster);
const REVIEW = callOf(attendance.reviewMark);
const DISPUTE = callOf(attendance.answerDispute);
const SET = callOf(attendance.setStatuses);
const REFUSED = callOf(attendance.listRefusedTries);
const ENROLL = callOf(attendance.enrollAndMark);
const RESET = callOf(attendance.resetPinLock);
const CONFIRM = callOf(attendance.confirmProof);
const ended = sessionOf({
  active: false,
  attendanceCount: 2,
  policy: { ...OPEN_POLICY, requirePin: true },
});
const flagged = markOf(2, {
  flags: [
    { reason: 'device_shared', at: '2026-09-14T09:05:00.000Z' },
    { reason: 'without_selfie', at: '2026-09-14T09:02:00.000Z' },
  ],
});
const disputed = markOf(3, {
  status: 'ABSENT',
  dispute: { note: 'I sat in the last row', at: '2026-09-14T11:00:00.000Z' },
});
const attempt: FlaggedAttempt = {
  student: markOf(4).student,
  flags: [{ reason: 'device_shared', at: '2026-09-14T09:05:00.000Z' }],
};
const past: AuditEntry[] = [
  {
    at: '2026-09-14T09:02:00.000Z',
    action: 'marked',
    actor: { _id: markOf(2).student._id, name: 'Student 2', userType: 'STUDENT' },
    from: null,
    to: 'PRESENT',
    reason: null,
  },
  {
    at: '2026-09-14T10:00:00.000Z',
    action: 'corrected',
    actor: { _id: '20000000-0000-4000-8000-000000000001', name: 'Ada', userType: 'TEACHER' },
    from: 'PRESENT',
    to: 'LATE',
    reason: 'came at twenty past',
  },
];

interface Setup {
  marks?: AttendanceRecord[];
  attempts?: FlaggedAttempt[];
  refused?: RefusedStudent[];
  others?: number;
  path?: string;
  answers?: Record<string, Answers>;
}
const enrolled = [1, 2, 3, 4, 5].map(enrolledOf);
const start = ({
  marks = [markOf(1), flagged, disputed],
  attempts = [],
  refused = [],
  others = 0,
  path = '',
  answers,
}: Setup = {}) => {
  const server = fakeApi({
    [callOf(session.getSession)]: answer(ended),
    [callOf(course.listCourses)]: answer([]),
    [LIST]: answer(rosterOf(marks, enrolled)),
    [callOf(attendance.listFlaggedAttempts)]: answer(attempts),
    [REFUSED]: answer({ students: refused, others }),
    [callOf(attendance.getMarkHistory)]: answer(past),
    ...answers,
  });
  renderTeacher(
    <Routes>
      <Route path="/teacher/sessions/:sessionId" element={<SessionPage />} />
    </Routes>,
    `/sessions/${sessionId}${path}`,
  );
  return server;
};
// Searches by text, because searching by role in a large page takes jsdom a second.
const rowOf = async (name: string) => (await screen.findByText(name, { selector: 'td *' })).closest('tr')!;
type Scope = Pick<typeof screen, 'getByText' | 'queryByText'>;
const button = (scope: Scope, name: string) =>
  scope.queryByText(name, { selector: 'button *' })?.closest('button') ?? null;
const click = (scope: Scope, name: string) => fireEvent.click(button(scope, name)!);
const openDialog = async (opener: string) => {
  fireEvent.click(await screen.findByLabelText(opener));
  return within(document.querySelector('dialog')!);
};
const untilListed = (name: string, text: RegExp) =>
  waitFor(async () => expect((await rowOf(name)).textContent).toMatch(text));
const openReview = (name: string) => openDialog(`${name}: details`);
const tab = (name: string) => screen.getByRole('tab', { name });

afterEach(cleanup);

describe('the session page', () => {
  test('describes the requirements of the session', async () => {
    start();
    expect((await screen.findByText('What this class requires')).nextSibling?.textContent).toBe('PIN');
  });

  test('labels records to review with text, and can filter to them', async () => {
    start();
    await waitFor(async () => expect((await rowOf('Student 2')).textContent).toContain('Needs review'));
    await waitFor(async () =>
      expect((await rowOf('Student 2')).textContent).toContain('One phone, two students'),
    );
    await waitFor(async () =>
      expect((await rowOf('Student 3')).textContent).toContain('Reported by the student'),
    );
    expect((await rowOf('Student 1')).textContent).not.toMatch(/review needed|Needs review|Reported/);
    fireEvent.click(tab('To review 2'));
    expect(screen.queryByText('Student 1')).toBeNull();
    expect(screen.getByText('Student 2')).toBeTruthy();
    expect(screen.getByText('Student 3')).toBeTruthy();
  });

  test('opens with the records to review if the URL says so', async () => {
    start({ path: '?show=review' });
    await screen.findByText('Student 2');
    expect(screen.queryByText('Student 1')).toBeNull();
  });

  test('shows that nothing is left to review', async () => {
    start({ marks: [markOf(1)], path: '?show=review' });
    expect(await screen.findByText('Nothing is left to review.')).toBeTruthy();
  });

  test('counts excused students if there are any', async () => {
    start({ marks: [markOf(1), markOf(2, { status: 'EXCUSED' })] });
    expect((await screen.findByText('Excused', { selector: 'dt' })).nextSibling?.textContent).toBe('1');
  });
});

describe('reviewing a record', () => {
  test('explains each flag and shows what changed, who did it, when and why', async () => {
    start();
    const dialog = await openReview('Student 2');
    expect(dialog.getByText(/It may have been lent in good faith/)).toBeTruthy();
    expect(dialog.getByText(/chose not to take a selfie/)).toBeTruthy();
    const [first, second] = await dialog.findAllByText(/^(Marked|Corrected)/);
    expect(first?.textContent).toBe('Marked Present');
    expect(second?.textContent).toBe('Corrected from Present to Late');
    expect(second?.closest('li')?.textContent).toMatch(/Ada · .*came at twenty past/);
  });

  test('accepts a record without a reason, and then shows it as reviewed', async () => {
    const { sentTo } = start({
      answers: { [REVIEW]: answer({ ...flagged, reviewedAt: '2026-09-14T10:00:00.000Z' }) },
    });
    click(await openReview('Student 2'), 'Accept');
    expect(await screen.findByText('Attendance record of Student 2 accepted')).toBeTruthy();
    expect(document.querySelector('dialog')).toBeNull();
    await waitFor(async () => expect((await rowOf('Student 2')).textContent).toContain('Set by you'));
    expect(sentTo(REVIEW)[0]).toMatchObject({
      params: { id: flagged._id },
      body: { decision: 'accept' },
    });
  });

  test('sets another status with or without a one-line reason', async () => {
    const { sentTo } = start({
      answers: {
        [SET]: ({ body }) => {
          const { status } = body as { status: AttendanceRecord['status'] };
          return answer({
            marks: [{ ...markOf(1), status, reviewedAt: '2026-09-14T10:00:00.000Z' }],
            refused: [],
          });
        },
      },
    });
    const dialog = await openReview('Student 1');
    expect(button(dialog, 'Accept')).toBeNull();
    fireEvent.change(dialog.getByLabelText('Reason (optional)'), { target: { value: 'doctor’s\n note ' } });
    fireEvent.click(dialog.getByLabelText('Excused: Student 1'));
    expect(document.querySelector('dialog')).toBeNull();
    await waitFor(async () => expect((await rowOf('Student 1')).textContent).toContain('Excused'));
    expect(attendance.setStatuses.body?.parse(sentTo(SET)[0]?.body)).toEqual({
      sessionId,
      status: 'EXCUSED',
      reason: 'doctor’s note',
      pressId: expect.any(String),
      students: [{ studentId: markOf(1).student._id, markId: markOf(1)._id }],
    });
  });

  test('keeps the dialog and shows the reason if accepting fails', async () => {
    start({ answers: { [REVIEW]: refusal(409, 'Somebody was faster') } });
    const dialog = await openReview('Student 2');
    click(dialog, 'Accept');
    expect((await dialog.findByRole('alert')).textContent).toBe('Somebody was faster');
  });

  test('accepts the current record after the server rejected an outdated record', async () => {
    let marks = [{ ...flagged, version: 1 }];
    const { sentTo } = start({
      answers: {
        [LIST]: () => answer(rosterOf(marks, enrolled)),
        [REVIEW]: () => {
          marks = [{ ...flagged, status: 'LATE', version: 2 }];
          return refusal(409, 'Somebody was faster');
        },
      },
    });
    const dialog = await openReview('Student 2');
    click(dialog, 'Accept');
    await untilListed('Student 2', /Late/);
    click(dialog, 'Accept');
    await waitFor(() => expect(sentTo(REVIEW)).toHaveLength(2));
    expect(sentTo(REVIEW).map(({ body }) => body)).toMatchObject([{ version: 1 }, { version: 2 }]);
  });

  test('shows the student’s dispute and sends the answer', async () => {
    const answered = { answer: 'I looked again', answeredAt: '2026-09-14T12:00:00.000Z' };
    const { sentTo } = start({
      answers: { [DISPUTE]: answer({ ...disputed, dispute: { ...disputed.dispute, ...answered } }) },
    });
    const dialog = await openReview('Student 3');
    expect(dialog.getByText('I sat in the last row')).toBeTruthy();
    fireEvent.change(dialog.getByLabelText('Your answer to the student'), {
      target: { value: 'I looked again' },
    });
    click(dialog, 'Send answer');
    await waitFor(() => expect(button(dialog, 'Send answer')).toBeNull());
    expect(dialog.getByText('I looked again')).toBeTruthy();
    expect(sentTo(DISPUTE)[0]?.body).toEqual({ answer: 'I looked again', disputedAt: disputed.dispute?.at });
    await waitFor(async () => expect((await rowOf('Student 3')).textContent).not.toContain('Reported'));
  });

  test('shows the newer dispute if the server rejects the answer to an earlier dispute', async () => {
    let marks = [disputed];
    start({
      answers: {
        [LIST]: () => answer(rosterOf(marks, enrolled)),
        [DISPUTE]: () => {
          marks = [{ ...disputed, dispute: { note: 'Ask Grace', at: '2026-09-14T13:00:00.000Z' } }];
          return refusal(409, 'Somebody was faster');
        },
      },
    });
    const dialog = await openReview('Student 3');
    fireEvent.change(dialog.getByLabelText('Your answer to the student'), { target: { value: 'No' } });
    click(dialog, 'Send answer');
    expect(await dialog.findByText('Ask Grace')).toBeTruthy();
    expect(dialog.getByDisplayValue('No')).toBeTruthy();
    expect(dialog.getByText('Somebody was faster')).toBeTruthy();
  });
});

describe('a rejected student', () => {
  const refusedOf = (n: number, over: Partial<RefusedStudent> = {}): RefusedStudent => ({
    student: { ...markOf(n).student, regNo: `REG-${n}` },
    reason: 'wrong_pin',
    at: '2026-09-14T09:05:00.000Z',
    tries: 1,
    enrolled: true,
    locked: false,
    ...over,
  });

  test('is listed in a separate tab with the last reason, the attempts and flags; unknown people are only counted', async () => {
    start({
      attempts: [attempt],
      refused: [
        refusedOf(4, { reason: 'device_used', tries: 3 }),
        refusedOf(5, { reason: 'of a newer server' }),
      ],
      others: 7,
    });
    expect(await screen.findByText('2 students need help')).toBeTruthy();
    fireEvent.click(tab('Needs help 2'));
    await untilListed(
      'Student 4',
      /The device was already used by another student\..*3 tries.*One phone, two students/,
    );
    await untilListed('Student 5', /Refused for another reason\./);
    expect(screen.queryByText('Student 1')).toBeNull();
    expect(screen.getByText('7 tries with another student’s scan.')).toBeTruthy();
    const dialog = await openReview('Student 4');
    expect(dialog.getByText('Could not mark')).toBeTruthy();
    expect(dialog.getByText(/It may have been lent in good faith/)).toBeTruthy();
  });

  test('is counted as one of “100 or more” once the limit of unknown people is reached', async () => {
    start({ others: 100, path: '?show=help' });
    expect(await screen.findByText('100 or more tries with another student’s scan.')).toBeTruthy();
    expect(screen.getByText('Nobody needs help.')).toBeTruthy();
  });

  test('is marked with one click, and stays in the tab until another tab is chosen', async () => {
    start({
      refused: [refusedOf(4), refusedOf(5)],
      path: '?show=help',
      answers: { [SET]: answer({ marks: [markOf(4)], refused: [] }) },
    });
    await untilListed('Student 4', /Wrong PIN/);
    fireEvent.click(screen.getByLabelText('Present: Student 4'));
    await waitFor(() => expect(tab('Needs help 1')).toBeTruthy());
    expect(await rowOf('Student 4')).toBeTruthy();
    fireEvent.click(tab('All 5'));
    fireEvent.click(tab('Needs help 1'));
    expect(screen.queryByText('Student 4')).toBeNull();
  });

  test('is enrolled and marked with one click if not in the course', async () => {
    const marks = [markOf(1)];
    const { sentTo } = start({
      path: '?show=help',
      refused: [refusedOf(6, { reason: 'not_enrolled', enrolled: false })],
      answers: {
        [LIST]: () => answer(rosterOf(marks, enrolled)),
        [ENROLL]: () => {
          marks.push(markOf(6));
          return answer(markOf(6));
        },
      },
    });
    const row = within(await rowOf('Student 6'));
    expect(row.queryByLabelText('Present: Student 6')).toBeNull();
    fireEvent.click(row.getByLabelText('Enroll and mark Student 6'));
    expect(await screen.findByText('Student 6 enrolled and marked')).toBeTruthy();
    await waitFor(() => expect(tab('Needs help 0')).toBeTruthy());
    expect(sentTo(ENROLL)[0]?.body).toEqual({ sessionId, studentId: markOf(6).student._id });
  });

  test('can enter the PIN again after the teacher has reset the lock', async () => {
    let locked = true;
    const { sentTo } = start({
      answers: {
        [REFUSED]: () =>
          answer({
            students: [
              refusedOf(4, {
                reason: 'pin_locked',
                locked,
                ...(!locked && { lockResetAt: '2026-09-14T09:06:00.000Z' }),
              }),
            ],
            others: 0,
          }),
        [RESET]: () => {
          locked = false;
          return answer(refusedOf(4, { reason: 'pin_locked' }));
        },
      },
    });
    await untilListed('Student 4', /Locked/);
    const dialog = await openReview('Student 4');
    fireEvent.click(dialog.getByLabelText('Reset the lock of Student 4'));
    expect(await screen.findByText('Student 4 can try the PIN again')).toBeTruthy();
    expect(await dialog.findByText(/^Lock reset by the teacher/)).toBeTruthy();
    expect(dialog.queryByLabelText('Reset the lock of Student 4')).toBeNull();
    expect(sentTo(RESET)[0]?.body).toEqual({ sessionId, studentId: markOf(4).student._id });
  });

  test('can have a new device approved by the teacher, after a confirmation', async () => {
    let canConfirm = true;
    const waiting = () => refusedOf(4, { reason: 'device_waiting', canConfirm });
    const { sentTo } = start({
      answers: {
        [REFUSED]: () => answer({ students: [waiting()], others: 0 }),
        [CONFIRM]: () => {
          canConfirm = false;
          return answer(waiting());
        },
      },
    });
    await untilListed('Student 4', /device does not count/);
    const dialog = await openReview('Student 4');
    fireEvent.click(dialog.getByLabelText('Confirm the new device of Student 4'));
    expect(sentTo(CONFIRM)).toEqual([]);
    expect(await screen.findByText(/stands in front of you/)).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { name: 'Confirm device' }).at(-1)!);
    expect(await screen.findByText('Student 4 can try again now')).toBeTruthy();
    await waitFor(() => expect(dialog.queryByLabelText('Confirm the new device of Student 4')).toBeNull());
    expect(sentTo(CONFIRM)[0]?.body).toEqual({ sessionId, studentId: markOf(4).student._id });
  });

  test('stays listed, with the reason, if the teacher’s action fails', async () => {
    start({
      refused: [refusedOf(4, { reason: 'pin_locked', locked: true })],
      answers: { [RESET]: refusal(409, 'Often enough') },
    });
    await untilListed('Student 4', /Locked/);
    fireEvent.click((await openReview('Student 4')).getByLabelText('Reset the lock of Student 4'));
    expect(await screen.findByText('Often enough')).toBeTruthy();
  });

  test('stays listed with an absence, but not with a mark or a decision', async () => {
    start({
      path: '?show=help',
      marks: [
        markOf(3, { status: 'ABSENT' }),
        markOf(4),
        markOf(5, { status: 'ABSENT', reviewedAt: '2026-09-14T11:00:00.000Z' }),
      ],
      refused: [refusedOf(3), refusedOf(4), refusedOf(5)],
    });
    expect(await rowOf('Student 3')).toBeTruthy();
    expect(screen.queryByText('Student 4')).toBeNull();
    expect(screen.queryByText('Student 5')).toBeNull();
  });
});
