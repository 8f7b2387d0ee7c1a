import { afterEach, expect, test } from '@jest/globals';
import { routes, type AttendanceStatus, type InputOf } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, type Answers } from '@qr-attendance/web-kit/testing';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { act, cleanup, waitFor } from '@testing-library/react';
import { useReducer } from 'react';
import { changeRecords } from '../src/features/session/api/list-roster.ts';
import type { Decision } from '../src/features/session/marking/send-press.ts';
import { useMarking, type MarkingActions } from '../src/features/session/marking/use-marking.ts';
import type { RosterRow } from '../src/features/session/roster-rows.ts';
import { renderTeacher } from './render-teacher.tsx';
import { enrolledOf, markOf, sessionId } from './samples.ts';

const SET = callOf(routes.attendance.setStatuses);
const CLEAR = callOf(routes.attendance.clearDecisions);
type SetBody = InputOf<typeof routes.attendance.setStatuses, 'body'>;

/** A server with version 4 of Student 1's record, which gets a new version with each decision. */
const startMarking = () => {
  let mounted = true;
  let version = 4;
  const decided = (status: AttendanceStatus) => {
    version += 1;
    return markOf(1, { status, version, reviewedAt: '2026-09-14T10:00:00.000Z' });
  };
  const set: Answers = ({ body }) => answer({ marks: [decided((body as SetBody).status)], refused: [] });
  const withdraw: Answers = () => {
    version += 1;
    return answer({ marks: [], withdrawn: [markOf(1)._id], refused: [] });
  };
  const { sentTo, hold } = fakeApi({ [SET]: set, [CLEAR]: withdraw });
  let marking: MarkingActions | undefined;
  let queries: QueryClient | undefined;
  const MarkingActions = () => {
    marking = useMarking(sessionId);
    return null;
  };
  let rerender: () => void = () => undefined;
  const Probe = () => {
    const [, update] = useReducer((times: number) => times + 1, 0);
    queries = useQueryClient();
    rerender = update;
    return mounted ? <MarkingActions /> : null;
  };
  renderTeacher(<Probe />);
  const show = (isShown: boolean) => {
    mounted = isShown;
    act(() => rerender());
  };
  // The row as rendered before the first press.
  const row = {
    student: enrolledOf(1).student,
    help: undefined,
    mark: markOf(1, { status: 'LATE', version: 4, reviewedAt: '2026-09-14T10:00:00.000Z' }),
  };
  const press = (decision: Decision, drawn: RosterRow = row) =>
    act(async () => void (await marking?.press([drawn], decision)));
  const withdrawElsewhere = () => act(async () => queries && changeRecords(queries, sessionId, () => []));
  const sent = () =>
    sentTo(SET).map(({ body }) => {
      const { status, students } = body as SetBody;
      return { status, version: students[0]?.version };
    });
  const begin = (decision: Decision) => marking?.press([row], decision);
  const pressed = () => marking?.pending.get(row.student._id)?.decision;
  return { press, begin, sent, row, withdrawElsewhere, hold, show, pressed };
};

afterEach(cleanup);

test('a second status is sent with the new version even if the row still shows the old version', async () => {
  const { press, sent } = startMarking();
  await press('EXCUSED');
  await press('LATE');
  expect(sent()).toEqual([
    { status: 'EXCUSED', version: 4 },
    { status: 'LATE', version: 5 },
  ]);
});

test('a cleared status can be set again even if the row still shows it', async () => {
  const { press, sent } = startMarking();
  await press(null);
  await press('LATE');
  expect(sent()).toEqual([{ status: 'LATE', version: 5 }]);
});

test('a status that was withdrawn on another page can be set again', async () => {
  const { press, sent, row, withdrawElsewhere } = startMarking();
  await press('EXCUSED');
  await withdrawElsewhere();
  await press('EXCUSED', { ...row, mark: undefined });
  expect(sent()).toEqual([{ status: 'EXCUSED', version: 4 }, { status: 'EXCUSED' }]);
});

test('a change waits for a change from an earlier visit to the page, and both are shown as pending', async () => {
  const { begin, sent, hold, show, pressed } = startMarking();
  const release = hold();
  const first = begin('EXCUSED');
  show(false);
  show(true);
  await waitFor(() => expect(pressed()).toBe('EXCUSED'));
  const second = begin('LATE');
  release();
  await Promise.all([first, second]);
  expect(sent()).toEqual([
    { status: 'EXCUSED', version: 4 },
    { status: 'LATE', version: 5 },
  ]);
  await waitFor(() => expect(pressed()).toBeUndefined());
});
