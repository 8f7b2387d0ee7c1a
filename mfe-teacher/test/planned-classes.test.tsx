import { afterEach, expect, test } from '@jest/globals';
import { routes, type CalendarClass } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi } from '@qr-attendance/web-kit/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { PlannedClasses } from '../src/features/sessions/components/planned-classes.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, courseId } from './samples.ts';

afterEach(cleanup);

const CALENDAR = callOf(routes.session.listCalendar);
const classOn = (date: string, state: string): CalendarClass => ({
  course: {
    _id: courseId,
    code: algorithms.code,
    name: algorithms.name,
  },
  date,
  state,
  startTime: `${date}T07:00:00.000Z`,
  endTime: `${date}T08:30:00.000Z`,
  series: {
    id: courseId,
    key: `${date}.1`,
  },
});
const show = (classes: CalendarClass[], range: { from?: string; to?: string } = {}) => {
  const server = fakeApi({ [CALENDAR]: answer(classes) });
  renderTeacher(<PlannedClasses courseId={courseId} from={range.from} to={range.to} />);
  return server;
};

test('lists classes that are planned but not yet created, labeled as planned', async () => {
  show([classOn('2031-09-15', 'scheduled'), classOn('2031-09-29', 'planned')]);
  const section = await screen.findByRole('region', { name: 'Planned (1)' });
  expect(within(section).getByText('Planned')).toBeTruthy();
  const change = within(section).getByRole('link', { name: /^Change Algorithms on/ });
  expect(change.getAttribute('href')).toBe('/teacher/week?day=2031-09-29');
});

test('requests six weeks from the chosen day, or up to the chosen last day', async () => {
  const later = show([classOn('2031-09-29', 'planned')], { from: '2031-09-01' });
  await screen.findByRole('region', { name: 'Planned (1)' });
  expect(later.sentTo(CALENDAR)[0]?.query).toEqual({ courseId, from: '2031-09-01', to: '2031-10-12' });
  cleanup();
  const few = show([classOn('2031-09-29', 'planned')], { from: '2031-09-01', to: '2031-09-30' });
  await screen.findByRole('region', { name: 'Planned (1)' });
  expect(few.sentTo(CALENDAR)[0]?.query).toMatchObject({ to: '2031-09-30' });
});

test('requests nothing for past days', () => {
  const server = show([], { to: '2020-01-01' });
  expect(server.sentTo(CALENDAR)).toEqual([]);
  expect(screen.queryByRole('region')).toBeNull();
});
