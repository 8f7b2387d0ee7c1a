import { afterEach, describe, expect, test } from '@jest/globals';
import {
  OPEN_POLICY,
  routes,
  type AttendanceRecord,
  type AuditEntry,
  type FlaggedAttempt,
  type InputOf,
  type RefusedStudent,
} from '@qr-attendance/contracts';
import {
  answer,
  callOf,
  fakeApi,
  refusal,
  type Answers,
  type SentRequest,
} from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { SessionPage } from '../src/features/session/pages/session-page.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { courseId, enrolledOf, markOf, rosterOf, sessionId, sessionOf } from './samples.ts';

const { attendance, course, session } = routes;
const LIST = callOf(attendance.getRoster);
const REVIEW = callOf(attendance.reviewMark);
const DISPUTE = callOf(attendance.answerDispute);
const MARK = callOf(attendance.markManually);
const ENROLLED = callOf(attendance.listStudentRates);
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
    actor: { name: 'Student 2', userType: 'STUDENT' },
    from: null,
    to: 'PRESENT',
    reason: null,
  },
  {
    at: '2026-09-14T10:00:00.000Z',
    action: 'corrected',
    actor: { name: 'Ada', userType: 'TEACHER' },
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
    [ENROLLED]: ({ query: { search = '' } }) =>
      answer(enrolled.filter(({ student }) => student.name.includes(search))),
    ...answers,
  });
  renderTeacher(
    <Routes>
      <Route path="/teacher/sessions/:id" element={<SessionPage />} />
    </Routes>,
    `/sessions/${sessionId}${path}`,
  );
  return server;
};
// Looked up by text rather than by role where the page is large: roles of a whole page take jsdom a second.
const rowOf = async (name: string) => (await screen.findByText(name, { selector: 'td *' })).closest('tr')!;
type Scope = Pick<typeof screen, 'getByText' | 'queryByText'>;
const button = (scope: Scope, name: string) =>
  scope.queryByText(name, { selector: 'button *' })?.closest('button') ?? null;
const click = (scope: Scope, name: string) => fireEvent.click(button(scope, name)!);
const openDialog = async (opener: string) => {
  fireEvent.click(await screen.findByLabelText(opener));
  return within(document.querySelector('dialog')!);
};
const openReview = (name: string) => openDialog(`Review ${name}`);

afterEach(cleanup);

describe('the session page', () => {
  test('says in words what the session requires', async () => {
    start();
    expect((await screen.findByText('What this session requires')).nextSibling?.textContent).toBe('PIN');
  });

  test('makes what needs review stand out in words, and filters to it', async () => {
    start();
    const quiet = within(await rowOf('Student 1')).getByLabelText('Review Student 1');
    expect(quiet.textContent).toBe('');
    expect(within(await rowOf('Student 2')).getByLabelText('Review Student 2').textContent).toBe('Review');
    await waitFor(async () => expect((await rowOf('Student 2')).textContent).toContain('Needs review'));
    await waitFor(async () =>
      expect((await rowOf('Student 2')).textContent).toContain('One phone, two students'),
    );
    await waitFor(async () =>
      expect((await rowOf('Student 3')).textContent).toContain('Reported by the student'),
    );
    expect((await rowOf('Student 1')).textContent).not.toMatch(/review needed|Needs review|Reported/);
    fireEvent.click(screen.getByLabelText('To review (2)'));
    expect(screen.queryByText('Student 1')).toBeNull();
    expect(screen.getByText('Student 2')).toBeTruthy();
    expect(screen.getByText('Student 3')).toBeTruthy();
  });

  test('opens with what needs review when the address says so', async () => {
    start({ path: '?show=review' });
    await screen.findByText('Student 2');
    expect(screen.queryByText('Student 1')).toBeNull();
  });

  test('says that nothing is left to review', async () => {
    start({ marks: [markOf(1)], path: '?show=review' });
    expect(await screen.findByText('Nothing is left to review.')).toBeTruthy();
  });

  test('counts the excused once there are some', async () => {
    start({ marks: [markOf(1), markOf(2, { status: 'EXCUSED' })] });
    expect((await screen.findByText('Excused', { selector: 'dt' })).nextSibling?.textContent).toBe('1');
  });
});

describe('the review of a mark', () => {
  test('explains each flag and shows the history: what, who, when and why', async () => {
    start();
    const dialog = await openReview('Student 2');
    expect(dialog.getByText(/It may have been lent in good faith/)).toBeTruthy();
    expect(dialog.getByText(/chose not to take a selfie/)).toBeTruthy();
    const [first, second] = await dialog.findAllByText(/^(Marked|Corrected)/);
    expect(first?.textContent).toBe('Marked Present');
    expect(second?.textContent).toBe('Corrected from Present to Late');
    expect(second?.closest('li')?.textContent).toMatch(/Ada · .*came at twenty past/);
  });

  test('accepts without words; the mark then counts as reviewed', async () => {
    const { sentTo } = start({
      answers: { [REVIEW]: answer({ ...flagged, reviewedAt: '2026-09-14T10:00:00.000Z' }) },
    });
    click(await openReview('Student 2'), 'Accept');
    expect(await screen.findByText('Mark of Student 2 accepted')).toBeTruthy();
    expect(document.querySelector('dialog')).toBeNull();
    await waitFor(async () => expect((await rowOf('Student 2')).textContent).toContain('Reviewed'));
    expect(sentTo(REVIEW)[0]).toMatchObject({
      params: { id: flagged._id },
      body: { decision: 'accept' },
    });
  });

  test('corrects with another status and a reason, told on one line', async () => {
    const { sentTo } = start({
      answers: {
        [REVIEW]: ({ body }) => {
          const { status } = body as { status: AttendanceRecord['status'] };
          return answer({ ...markOf(1), status, reviewedAt: '2026-09-14T10:00:00.000Z' });
        },
      },
    });
    const dialog = await openReview('Student 1');
    expect(button(dialog, 'Accept')).toBeNull();
    click(dialog, 'Correct');
    expect(dialog.queryByLabelText('Present')).toBeNull();
    click(dialog, 'Save correction');
    expect(await dialog.findByText('Status is required')).toBeTruthy();
    expect(dialog.getByText('Reason is required')).toBeTruthy();
    expect(sentTo(REVIEW)).toEqual([]);
    fireEvent.click(dialog.getByLabelText('Excused'));
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'doctor’s\n note ' } });
    click(dialog, 'Save correction');
    expect(await screen.findByText('Mark of Student 1 corrected')).toBeTruthy();
    await waitFor(async () => expect((await rowOf('Student 1')).textContent).toContain('Excused'));
    const body = sentTo(REVIEW)[0]?.body;
    expect(attendance.reviewMark.body?.parse(body)).toEqual({
      decision: 'correct',
      status: 'EXCUSED',
      reason: 'doctor’s note',
    });
  });

  test('refuses with a reason, and keeps all that was typed when that fails', async () => {
    const { sentTo } = start({ answers: { [REVIEW]: refusal(409, 'Somebody was faster') } });
    const dialog = await openReview('Student 2');
    click(dialog, 'Refuse');
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'not in the room' } });
    click(dialog, 'Refuse this mark');
    expect((await dialog.findByRole('alert')).textContent).toBe('Somebody was faster');
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('not in the room');
    expect(sentTo(REVIEW)[0]?.body).toEqual({ decision: 'refuse', reason: 'not in the room' });
  });

  test('does not offer to refuse what counts as absent already', async () => {
    start();
    const dialog = await openReview('Student 3');
    expect(button(dialog, 'Correct')).toBeTruthy();
    expect(button(dialog, 'Refuse')).toBeNull();
  });

  test('shows what the student says against it, and sends the answer', async () => {
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
    expect(sentTo(DISPUTE)[0]?.body).toEqual({ answer: 'I looked again' });
    await waitFor(async () => expect((await rowOf('Student 3')).textContent).not.toContain('Reported'));
  });
});

describe('a student without a mark', () => {
  const manual = ({ body }: SentRequest) => {
    const { studentId, status } = body as InputOf<typeof attendance.markManually, 'body'>;
    const n = [4, 5].find((one) => markOf(one).student._id === studentId) ?? 0;
    return answer(markOf(n, { status }), 201);
  };

  test('is found among the enrolled by name and marked manually, with a reason', async () => {
    const { sentTo } = start({ answers: { [MARK]: manual } });
    await rowOf('Student 1');
    click(screen, 'Mark manually');
    const dialog = within(document.querySelector('dialog')!);
    expect(await dialog.findByLabelText(/Student 4/)).toBeTruthy();
    expect(dialog.queryByLabelText(/Student 1/)).toBeNull();
    fireEvent.change(dialog.getByLabelText('Search by name or email'), { target: { value: '5' } });
    await waitFor(() => expect(dialog.queryByText('Student 4')).toBeNull());
    click(dialog, 'Save mark');
    expect(await dialog.findByText('Choose a student')).toBeTruthy();
    expect(await dialog.findByText('Reason is required')).toBeTruthy();
    fireEvent.click(dialog.getByLabelText(/Student 5/));
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'no phone today' } });
    click(dialog, 'Save mark');
    expect(await screen.findByText('Student 5 marked manually')).toBeTruthy();
    await waitFor(async () => expect((await rowOf('Student 5')).textContent).toContain('Present'));
    expect(sentTo(ENROLLED)[0]?.params).toEqual({ id: courseId });
    expect(attendance.markManually.body?.parse(sentTo(MARK)[0]?.body)).toEqual({
      sessionId,
      studentId: markOf(5).student._id,
      status: 'PRESENT',
      reason: 'no phone today',
    });
  });

  test('who was refused stands in a list of its own with the reasons, until marked manually', async () => {
    start({ attempts: [attempt], answers: { [MARK]: manual } });
    expect(await screen.findByText('Could not mark')).toBeTruthy();
    expect(screen.getByText(/It may have been lent in good faith/)).toBeTruthy();
    const dialog = await openDialog('Mark Student 4 manually');
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'is here' } });
    click(dialog, 'Save mark');
    await waitFor(() => expect(screen.queryByText('Could not mark')).toBeNull());
    await waitFor(async () => expect((await rowOf('Student 4')).textContent).toContain('Present'));
  });
});

describe('who tried and was refused', () => {
  const refusedOf = (n: number, over: Partial<RefusedStudent> = {}): RefusedStudent => ({
    student: { ...markOf(n).student, regNo: `REG-${n}` },
    reason: 'wrong_pin',
    at: '2026-09-14T09:05:00.000Z',
    tries: 1,
    enrolled: true,
    locked: false,
    ...over,
  });
  const itemOf = async (name: string) => (await screen.findByText(name, { selector: 'bdi' })).closest('li')!;

  test('is listed with the last reason in words, how often, and flags; the others are counted', async () => {
    start({
      attempts: [attempt],
      refused: [
        refusedOf(4, { reason: 'device_used', tries: 3 }),
        refusedOf(5, { reason: 'of a newer server' }),
      ],
      others: 7,
    });
    expect((await itemOf('Student 4')).textContent).toMatch(
      /REG-4.*The device was already used by another student.*3 tries.*One phone, two students/,
    );
    expect((await itemOf('Student 5')).textContent).toContain('Refused for another reason.');
    expect(screen.getByText('7 tries with another student’s scan.')).toBeTruthy();
    expect(screen.getAllByText('Student 4', { selector: 'bdi' })).toHaveLength(1);
  });

  test('is told as a hundred or more where there are more strangers than are counted', async () => {
    start({ others: 100 });
    expect(await screen.findByText('100 or more tries with another student’s scan.')).toBeTruthy();
  });

  test('is enrolled and marked with one press, and then no longer listed', async () => {
    const marks = [markOf(1)];
    const { sentTo } = start({
      refused: [refusedOf(6, { reason: 'not_enrolled', enrolled: false })],
      answers: {
        [LIST]: () => answer(rosterOf(marks, enrolled)),
        [ENROLL]: () => {
          marks.push(markOf(6));
          return answer(markOf(6));
        },
      },
    });
    const item = within(await itemOf('Student 6'));
    expect(item.queryByText('Mark manually')).toBeNull();
    fireEvent.click(item.getByLabelText('Enroll and mark Student 6'));
    expect(await screen.findByText('Student 6 enrolled and marked')).toBeTruthy();
    await waitFor(async () => expect((await rowOf('Student 6')).textContent).toContain('Present'));
    expect(screen.queryByText('Could not mark')).toBeNull();
    expect(sentTo(ENROLL)[0]?.body).toEqual({ sessionId, studentId: markOf(6).student._id });
  });

  test('is let try the PIN again', async () => {
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
    const item = within(await itemOf('Student 4'));
    fireEvent.click(item.getByLabelText('Reset the lock of Student 4'));
    expect(await screen.findByText('Student 4 can try the PIN again')).toBeTruthy();
    expect(await item.findByText(/^Lock reset by the teacher/)).toBeTruthy();
    expect(item.queryByLabelText('Reset the lock of Student 4')).toBeNull();
    expect(sentTo(RESET)[0]?.body).toEqual({ sessionId, studentId: markOf(4).student._id });
  });

  test('has a new device confirmed, after a question, by the teacher who sees them', async () => {
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
    const item = within(await itemOf('Student 4'));
    fireEvent.click(item.getByLabelText('Confirm the new device of Student 4'));
    expect(sentTo(CONFIRM)).toEqual([]);
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/stands in front of you/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Confirm device' }));
    expect(await screen.findByText('Student 4 can try again now')).toBeTruthy();
    await waitFor(() => expect(item.queryByLabelText('Confirm the new device of Student 4')).toBeNull());
    expect(sentTo(CONFIRM)[0]?.body).toEqual({ sessionId, studentId: markOf(4).student._id });
  });

  test('says why help failed', async () => {
    start({
      refused: [refusedOf(4, { reason: 'pin_locked', locked: true })],
      answers: { [RESET]: refusal(409, 'Often enough') },
    });
    fireEvent.click(within(await itemOf('Student 4')).getByLabelText('Reset the lock of Student 4'));
    expect(await screen.findByText('Often enough')).toBeTruthy();
  });

  test('stays listed with the absence of the end, and goes with a mark or a decision', async () => {
    start({
      marks: [
        markOf(3, { status: 'ABSENT' }),
        markOf(4),
        markOf(5, { status: 'ABSENT', reviewedAt: '2026-09-14T11:00:00.000Z' }),
      ],
      refused: [refusedOf(3), refusedOf(4), refusedOf(5)],
    });
    expect(await itemOf('Student 3')).toBeTruthy();
    expect(screen.queryByText('Student 4', { selector: 'bdi' })).toBeNull();
    expect(screen.queryByText('Student 5', { selector: 'bdi' })).toBeNull();
  });
});
