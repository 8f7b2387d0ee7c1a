import { afterEach, expect, test } from '@jest/globals';
import { routes, type AttendanceStatus, type InputOf } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, type Answers } from '@qr-attendance/web-kit/testing';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { act, cleanup } from '@testing-library/react';
import { changeRecords } from '../src/features/session/api/list-roster.ts';
import type { Decision } from '../src/features/session/marking/send-press.ts';
import { useMarking, type Marking } from '../src/features/session/marking/use-marking.ts';
import type { RosterRow } from '../src/features/session/roster-rows.ts';
import { renderTeacher } from './render-teacher.tsx';
import { enrolledOf, markOf, sessionId } from './samples.ts';

const SET = callOf(routes.attendance.setStatuses);
const CLEAR = callOf(routes.attendance.clearDecisions);
type SetBody = InputOf<typeof routes.attendance.setStatuses, 'body'>;

/** A server whose record of Student 1 is in version 4 and gets a new version with each decision. */
const startMarking = () => {
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
  const { sentTo } = fakeApi({ [SET]: set, [CLEAR]: withdraw });
  let marking: Marking | undefined;
  let queries: QueryClient | undefined;
  const Probe = () => {
    marking = useMarking(sessionId);
    queries = useQueryClient();
    return null;
  };
  renderTeacher(<Probe />);
  // The row as it was drawn before the first press.
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
  return { press, sent, row, withdrawElsewhere };
};

afterEach(cleanup);

test('a press on a row that still shows the state before the last answer is sent', async () => {
  const { press, sent } = startMarking();
  await press('EXCUSED');
  await press('LATE');
  expect(sent()).toEqual([
    { status: 'EXCUSED', version: 4 },
    { status: 'LATE', version: 5 },
  ]);
});

test('a status that was cleared can be set again on a row that still shows it', async () => {
  const { press, sent } = startMarking();
  await press(null);
  await press('LATE');
  expect(sent()).toEqual([{ status: 'LATE', version: 5 }]);
});

test('a status that was withdrawn elsewhere can be set again', async () => {
  const { press, sent, row, withdrawElsewhere } = startMarking();
  await press('EXCUSED');
  await withdrawElsewhere();
  await press('EXCUSED', { ...row, mark: undefined });
  expect(sent()).toEqual([{ status: 'EXCUSED', version: 4 }, { status: 'EXCUSED' }]);
});
