import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Session } from '@qr-attendance/contracts';
import { findCourseToStart, createSessionBody } from '../src/features/dashboard/start-session-now.ts';
import { usualCourseAt, usualLengthOf } from '../src/shared/usual-course.ts';
import { algorithms, sessionOf } from './samples.ts';

const [CS201, CS301] = ['66f000000000000000000c01', '66f000000000000000000c02'];
const now = new Date('2026-09-21T09:05:30.000Z');

beforeEach(() => {
  const campus = document.createElement('meta');
  campus.name = 'campus-time-zone';
  campus.content = 'UTC';
  document.head.append(campus);
});
afterEach(() => document.head.replaceChildren());

const heldSession = (courseId: string, startTime: string, more: Partial<Session> = {}): Session =>
  sessionOf({
    course: { _id: courseId, name: 'Algorithms', code: 'CS201' },
    active: false,
    state: 'ended',
    startTime,
    endTime: new Date(Date.parse(startTime) + 90 * 60_000).toISOString(),
    ...more,
  });
const lastMonday = (time: string) => `2026-09-14T${time}:00.000Z`;

describe('the usual course', () => {
  test.each([
    ['at its hour', '2026-09-21T09:00:00Z', CS201],
    ['half an hour before', '2026-09-21T08:30:00Z', CS201],
    ['half an hour late', '2026-09-21T09:30:00Z', CS201],
    ['an hour before', '2026-09-21T08:00:00Z', undefined],
    ['on another weekday', '2026-09-22T09:00:00Z', undefined],
    ['a term later', '2027-02-15T09:00:00Z', undefined],
  ])('%s', (_when, at, expected) => {
    expect(usualCourseAt([heldSession(CS201, lastMonday('09:00'))], new Date(at))).toBe(expected);
  });

  test.each([
    ['2026-09-21T09:05:00Z', CS201],
    ['2026-09-21T09:25:00Z', CS201],
    ['2026-09-21T09:40:00Z', CS301],
    ['2026-09-21T09:58:00Z', CS301],
  ])('is, of two consecutive classes, the class closer in time at %s', (at, expected) => {
    const weeks = ['2026-09-07', '2026-09-14'];
    const sessions = weeks.flatMap((day) => [
      heldSession(CS201, `${day}T09:00:00Z`),
      heldSession(CS301, `${day}T10:00:00Z`),
    ]);
    expect(usualCourseAt(sessions, new Date(at))).toBe(expected);
    expect(usualCourseAt(sessions.toReversed(), new Date(at))).toBe(expected);
  });

  test('is a weekly class, not a class that took place once at this time', () => {
    const sessions = [
      heldSession(CS301, lastMonday('09:05')),
      ...['2026-08-24', '2026-08-31', '2026-09-07'].map((day) => heldSession(CS201, `${day}T09:00:00Z`)),
    ];
    expect(usualCourseAt(sessions, now)).toBe(CS201);
  });

  test('does not depend on today’s, upcoming or canceled sessions', () => {
    const sessions = [
      heldSession(CS201, '2026-09-21T08:50:00Z'),
      heldSession(CS201, '2026-09-28T09:00:00Z', { active: true, state: 'scheduled' }),
      heldSession(CS301, lastMonday('09:00'), { state: 'canceled' }),
    ];
    expect(usualCourseAt(sessions, now)).toBeUndefined();
    expect(usualCourseAt([], now)).toBeUndefined();
  });

  test('follows campus time across a clock change', () => {
    document.head.querySelector('meta')?.setAttribute('content', 'Europe/Berlin');
    // 9:00 in Berlin, before and after the change of clocks.
    const sessions = [heldSession(CS201, '2026-10-19T07:00:00Z')];
    expect(usualCourseAt(sessions, new Date('2026-10-26T08:00:00Z'))).toBe(CS201);
    expect(usualCourseAt(sessions, new Date('2026-10-26T07:00:00Z'))).toBeUndefined();
  });
});

describe('the usual length', () => {
  test('is taken from the newest session that ran to its planned end', () => {
    const sessions = [
      heldSession(CS201, lastMonday('09:00'), { endTime: '2026-09-14T09:52:17.345Z' }),
      heldSession(CS201, '2026-09-07T09:00:00Z', { endTime: '2026-09-07T09:50:00Z' }),
      heldSession(CS201, '2026-08-31T09:00:00Z'),
      heldSession(CS301, lastMonday('11:00')),
    ];
    expect(usualLengthOf(sessions, CS201, now)).toBe(50 * 60_000);
    expect(usualLengthOf(sessions.toReversed(), CS201, now)).toBe(50 * 60_000);
  });

  test('is unknown if all sessions were ended manually, canceled, or are upcoming', () => {
    const sessions = [
      heldSession(CS201, lastMonday('09:00'), { endTime: '2026-09-14T09:52:17.345Z' }),
      heldSession(CS201, '2026-09-07T09:00:00Z', { state: 'canceled' }),
      heldSession(CS201, '2026-09-28T09:00:00Z', { active: true, state: 'scheduled' }),
    ];
    expect(usualLengthOf(sessions, CS201, now)).toBeUndefined();
  });
});

describe('the course to start', () => {
  const other = { ...algorithms, _id: CS301, code: 'CS301' };
  const codeAt = (...[courses, sessions]: [(typeof algorithms)[], Session[]]) =>
    findCourseToStart(courses, sessions, now)?.code;

  test('is the only course, whatever the time', () => {
    expect(codeAt([algorithms], [])).toBe('CS201');
    expect(codeAt([algorithms, { ...other, archived: true }], [])).toBe('CS201');
    expect(codeAt([], [])).toBeUndefined();
  });

  test('is the unarchived course that usually meets at this time', () => {
    expect(codeAt([algorithms, other], [])).toBeUndefined();
    expect(codeAt([algorithms, other], [heldSession(CS301, lastMonday('09:00'))])).toBe('CS301');
    const third = { ...other, _id: '66f000000000000000000c03' };
    expect(
      codeAt([algorithms, { ...other, archived: true }, third], [heldSession(CS301, lastMonday('09:00'))]),
    ).toBeUndefined();
  });

  test.each([
    [
      'runs',
      heldSession(CS201, '2026-09-21T07:00:00Z', { active: true, state: 'running', endTime: undefined }),
    ],
    [
      'began a moment ago and was ended',
      heldSession(CS201, '2026-09-21T09:00:00Z', { endTime: '2026-09-21T09:04:00Z' }),
    ],
    ['begins soon', heldSession(CS201, '2026-09-21T09:30:00Z', { active: true, state: 'scheduled' })],
  ])('is none if a session %s', (_what, session) => {
    expect(codeAt([algorithms], [session])).toBeUndefined();
  });

  test.each([
    ['was canceled', heldSession(CS201, '2026-09-21T09:00:00Z', { state: 'canceled' })],
    ['was held in the morning', heldSession(CS201, '2026-09-21T06:00:00Z')],
  ])('is a course whose session %s', (_what, session) => {
    expect(codeAt([algorithms], [session])).toBe('CS201');
  });
});

test('a session starts at the current minute with the usual length', () => {
  expect(createSessionBody([heldSession(CS201, lastMonday('09:00'))], CS201, now)).toEqual({
    courseId: CS201,
    date: '2026-09-21',
    startTime: '2026-09-21T09:05:00.000Z',
    endTime: '2026-09-21T10:35:00.000Z',
    useLocation: false,
    locationRadius: 100,
  });
  expect(createSessionBody([], CS201, now).endTime).toBe('');
  // The end may be after midnight.
  expect(
    createSessionBody([heldSession(CS201, lastMonday('09:00'))], CS201, new Date('2026-09-21T23:00:00Z'))
      .endTime,
  ).toBe('2026-09-22T00:30:00.000Z');
});
