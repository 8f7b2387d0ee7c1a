import { afterEach, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { ClassElsewhere } from '../src/features/session/components/change/class-elsewhere.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { sessionId, sessionOf } from './samples.ts';

afterEach(cleanup);

const LIST = callOf(routes.attendance.listRefusedTries);
const MOVE = callOf(routes.attendance.moveClass);
const QUESTION = 'Everybody seems to be elsewhere. Move this class?';
const nobody = { students: [], others: 0 };
const elsewhere = { ...nobody, elsewhere: { students: 23, tried: 30, meters: 410 } };

const start = (answers: Record<string, Answers>, role = 'owner') => {
  const server = fakeApi(answers);
  renderTeacher(<ClassElsewhere session={sessionOf({ role })} />);
  return server;
};

test('offers to move a class whose students are in another place, and moves it with one click', async () => {
  const room = { id: sessionId, name: 'H2', building: 'North' };
  const server = start({
    [LIST]: [answer(elsewhere), answer(nobody)],
    [MOVE]: answer({ students: 23, room }),
  });
  expect(await screen.findByText(QUESTION)).toBeTruthy();
  expect(screen.getByText(/^23 of the 30 students who tried/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Move this class' }));
  expect(await screen.findByText('Class moved to H2, North. Ask your students to try again.')).toBeTruthy();
  expect(server.bodiesOf(MOVE)).toEqual([{ sessionId }]);
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
});

test('keeps the offer and shows why the class was not moved', async () => {
  start({ [LIST]: answer(elsewhere), [MOVE]: refusal(503) });
  fireEvent.click(await screen.findByRole('button', { name: 'Move this class' }));
  expect(await screen.findByText('The class could not be moved')).toBeTruthy();
  expect(screen.getByText(QUESTION)).toBeTruthy();
});

test('does not offer a move to an assistant, who cannot change the class', async () => {
  start({ [LIST]: answer(elsewhere) }, 'assistant');
  expect(await screen.findByText(QUESTION)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
