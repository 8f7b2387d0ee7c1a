import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { RunningSessions } from '../src/features/dashboard/components/running-sessions.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { sessionOf } from './samples.ts';

afterEach(cleanup);

test('a running session is opened, or shown on the wall, by one press', async () => {
  renderTeacher(<RunningSessions sessions={[sessionOf()]} />);
  expect(await screen.findByRole('link', { name: 'Open session' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Projector view' })).toBeTruthy();
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test('one that begins in a few minutes is shown on the wall as well', async () => {
  renderTeacher(<RunningSessions sessions={[sessionOf({ startTime: inMinutes(10), state: 'scheduled' })]} />);
  expect(await screen.findByRole('button', { name: 'Projector view' })).toBeTruthy();
});

test('one that is to come later has no code to show yet', async () => {
  const later = sessionOf({ startTime: inMinutes(60), state: 'scheduled', codeOpensAt: inMinutes(45) });
  renderTeacher(<RunningSessions sessions={[later]} />);
  expect(await screen.findByRole('link', { name: 'Open session' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Projector view' })).toBeNull();
});
