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

test('one that is to come has no code to show yet', async () => {
  const startTime = new Date(Date.now() + 3_600_000).toISOString();
  renderTeacher(<RunningSessions sessions={[sessionOf({ startTime, state: 'scheduled' })]} />);
  expect(await screen.findByRole('link', { name: 'Open session' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Projector view' })).toBeNull();
});
