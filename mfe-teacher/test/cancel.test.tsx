import { afterEach, describe, expect, test } from '@jest/globals';
import { OPEN_POLICY, routes } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, refusal } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { SectionsCard } from '../src/features/course/components/sections-card.tsx';
import { SessionForm } from '../src/features/generate/components/session-form.tsx';
import { SessionPage } from '../src/features/session/pages/session-page.tsx';
import { ChangeClassDialog, type SeriesClass } from '../src/features/week/components/change-class-dialog.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, openDefaults, rosterOf, sessionId, sessionOf } from './samples.ts';

afterEach(cleanup);

const { course, session } = routes;
const expired = refusal(401);
const press = async (name: string) =>
  fireEvent.click(await screen.findByRole('button', { name, hidden: true }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('an edited class is not saved after its form was discarded, even if the request waited for a token', async () => {
  const EDIT = callOf(session.editSession);
  const running = sessionOf({ state: 'running', version: 3, policy: OPEN_POLICY });
  const server = fakeApi({
    [callOf(session.getSession)]: answer(running),
    [callOf(course.listCourses)]: answer([]),
    [callOf(routes.attendance.getRoster)]: answer(rosterOf([])),
    [callOf(routes.attendance.listFlaggedAttempts)]: answer([]),
    [EDIT]: [expired, answer(running), answer(running)],
  });
  const renewal = Promise.withResolvers<string>();
  renderTeacher(
    <Routes>
      <Route path="/teacher/sessions/:sessionId" element={<SessionPage />} />
    </Routes>,
    `/sessions/${sessionId}`,
    {},
    () => renewal.promise,
  );
  await press('Edit');
  type('Late after (minutes)', '25');
  await press('Save');
  await waitFor(() => expect(server.sentTo(EDIT)).toHaveLength(1));
  await press('Discard changes');
  renewal.resolve('token');
  await press('Edit');
  type('Late after (minutes)', '15');
  await press('Save');
  expect(await screen.findByText('Class saved')).toBeTruthy();
  expect(server.bodiesOf(EDIT)).toMatchObject([{ lateAfterMinutes: 25 }, { lateAfterMinutes: 15 }]);
});

test('a class on a past day is not created after its date is changed back', async () => {
  const CREATE = callOf(session.createSession);
  const server = fakeApi({
    [callOf(session.listSessions)]: answer([]),
    [callOf(session.getSessionDefaults)]: answer(openDefaults),
    [CREATE]: [expired, answer(sessionOf(), 201), answer(sessionOf(), 201)],
  });
  const renewal = Promise.withResolvers<string>();
  const created: string[] = [];
  renderTeacher(
    <SessionForm
      courses={[algorithms]}
      courseId={algorithms._id}
      onCreated={({ _id }) => created.push(_id)}
    />,
    '',
    {},
    () => renewal.promise,
  );
  type('Date', '2020-01-06');
  await press('Generate QR Code');
  await press('Create it anyway');
  await waitFor(() => expect(server.sentTo(CREATE)).toHaveLength(1));
  await press('Change the date');
  renewal.resolve('token');
  await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull());
  type('Date', '2099-01-05');
  await press('Generate QR Code');
  await waitFor(() => expect(created).toHaveLength(1));
  expect(server.bodiesOf(CREATE)).toMatchObject([{ date: '2020-01-06' }, { date: '2099-01-05' }]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a section is not added after Cancel, even if the request waited for a new token', async () => {
  const ADD = callOf(course.addSection);
  const server = fakeApi({ [ADD]: [expired, answer(algorithms), answer(algorithms)] });
  const renewal = Promise.withResolvers<string>();
  renderTeacher(<SectionsCard course={algorithms} />, '', {}, () => renewal.promise);
  const add = async (name: string) => {
    await press('Add section');
    type('Name', name);
    await press('Add');
  };
  await add('Lab');
  await waitFor(() => expect(server.sentTo(ADD)).toHaveLength(1));
  await press('Cancel');
  renewal.resolve('token');
  await add('Evening');
  expect(await screen.findByRole('button', { name: 'Add section' })).toBeTruthy();
  expect(server.bodiesOf(ADD)).toEqual([{ name: 'Lab' }, { name: 'Evening' }]);
});

const seriesClass: SeriesClass = {
  course: algorithms,
  date: '2099-01-05',
  startTime: '2099-01-05T09:00:00.000Z',
  state: 'planned',
  sessionId,
  series: {
    id: algorithms._id,
    key: '2099-01-05',
  },
};
const OpenedDialog = ({ found = seriesClass }: { found?: SeriesClass }) => {
  const [isOpen, setIsOpen] = useState(true);
  return isOpen ? (
    <ChangeClassDialog found={found} onClose={() => setIsOpen(false)} />
  ) : (
    <button onClick={() => setIsOpen(true)}>Open</button>
  );
};

test('a class of a series is not canceled after its dialog was closed', async () => {
  const CANCEL = callOf(session.cancelSession);
  const server = fakeApi({ [CANCEL]: [expired, answer(sessionOf()), answer(sessionOf())] });
  const renewal = Promise.withResolvers<string>();
  renderTeacher(<OpenedDialog />, '', {}, () => renewal.promise);
  await press('Cancel only this class');
  await waitFor(() => expect(server.sentTo(CANCEL)).toHaveLength(1));
  await press('Close');
  renewal.resolve('token');
  await press('Open');
  await press('Cancel only this class');
  expect(await screen.findByRole('button', { name: 'Open' })).toBeTruthy();
  expect(server.sentTo(CANCEL)).toHaveLength(2);
});

describe('this and all following classes, starting with a moved class,', () => {
  const moved: SeriesClass = {
    ...seriesClass,
    date: '2099-01-08',
    startTime: '2099-01-08T09:00:00.000Z',
    series: {
      id: algorithms._id,
      key: '2099-01-05.1',
    },
  };

  test('are canceled from the day on which the series planned it', async () => {
    const END = callOf(session.endSeries);
    const ended = { _id: algorithms._id, courseId: algorithms._id, rules: [], version: 2 };
    const server = fakeApi({ [END]: answer(ended) });
    renderTeacher(<OpenedDialog found={moved} />);
    await press('Cancel this and following classes');
    expect(await screen.findByRole('button', { name: 'Open' })).toBeTruthy();
    expect(server.bodiesOf(END)).toEqual([{ from: '2099-01-05' }]);
  });

  test('include the moved class if that day is in the past', async () => {
    const [END, CANCEL] = [callOf(session.endSeries), callOf(session.cancelSession)];
    const ended = { _id: algorithms._id, courseId: algorithms._id, rules: [], version: 2 };
    const server = fakeApi({ [END]: answer(ended), [CANCEL]: answer(sessionOf()) });
    const movedClass = { ...moved, sessionId, series: { ...moved.series, key: '2020-01-06.1' } };
    renderTeacher(<OpenedDialog found={movedClass} />);
    await press('Cancel this and following classes');
    expect(await screen.findByRole('button', { name: 'Open' })).toBeTruthy();
    expect(server.sentTo(CANCEL)).toHaveLength(1);
    expect(server.bodiesOf(END)).toEqual([{ from: '2020-01-06' }]);
  });

  test('are changed from the day on which the series planned it', async () => {
    fakeApi({});
    const PlannedFrom = () => new URLSearchParams(useLocation().search).get('from');
    renderTeacher(
      <Routes>
        <Route path="/teacher/week" element={<OpenedDialog found={moved} />} />
        <Route path="/teacher/plan" element={<PlannedFrom />} />
      </Routes>,
      '/week',
    );
    await press('Change this and following classes');
    expect(await screen.findByText('2099-01-05')).toBeTruthy();
  });
});
