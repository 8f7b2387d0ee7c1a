import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Session } from '@qr-attendance/contracts';
import { courseToStart, newSessionNow } from '../src/features/dashboard/new-session-now.ts';
import { usualCourseAt, usualLengthOf } from '../src/shared/usual-course.ts';
import { algorithms, sessionOf } from './samples.ts';

const [CS201, CS301] = ['66f000000000000000000c01', '66f000000000000000000c02'];
/** A Monday. */
const now = new Date('2026-09-21T09:05:30.000Z');

beforeEach(() => {
  const campus = document.createElement('meta');
  campus.name = 'campus-time-zone';
  campus.content = 'UTC';
  document.head.append(campus);
});
afterEach(() => document.head.replaceChildren());

/** A session that ended, 90 minutes long unless said otherwise. */
const held = (courseId: string, startTime: string, more: Partial<Session> = {}): Session =>
  sessionOf({
    course: { _id: courseId, name: 'Algorithms', code: 'CS201' },
    active: false,
    state: 'ended',
    startTime,
    endTime: new Date(Date.parse(startTime) + 90 * 60_000).toISOString(),
    ...more,
  });
const lastMonday = (time: string) => `2026-09-14T${time}:00.000Z`;

describe('the course whose usual hour it is', () => {
  test.each([
    ['at its hour', '2026-09-21T09:00:00Z', CS201],
    ['half an hour before', '2026-09-21T08:30:00Z', CS201],
    ['half an hour late', '2026-09-21T09:30:00Z', CS201],
    ['an hour before', '2026-09-21T08:00:00Z', undefined],
    ['on another weekday', '2026-09-22T09:00:00Z', undefined],
    ['a term later', '2027-02-15T09:00:00Z', undefined],
  ])('%s', (_when, at, expected) => {
    expect(usualCourseAt([held(CS201, lastMonday('09:00'))], new Date(at))).toBe(expected);
  });

  test.each([
    ['2026-09-21T09:05:00Z', CS201],
    ['2026-09-21T09:25:00Z', CS201],
    ['2026-09-21T09:40:00Z', CS301],
    ['2026-09-21T09:58:00Z', CS301],
  ])('at %s is the nearer of two in a row', (at, expected) => {
    const weeks = ['2026-09-07', '2026-09-14'];
    const sessions = weeks.flatMap((day) => [
      held(CS201, `${day}T09:00:00Z`),
      held(CS301, `${day}T10:00:00Z`),
    ]);
    expect(usualCourseAt(sessions, new Date(at))).toBe(expected);
    expect(usualCourseAt(sessions.toReversed(), new Date(at))).toBe(expected);
  });

  test('is the one that is held every week, not one that once was at this hour', () => {
    const sessions = [
      held(CS301, lastMonday('09:05')),
      ...['2026-08-24', '2026-08-31', '2026-09-07'].map((day) => held(CS201, `${day}T09:00:00Z`)),
    ];
    expect(usualCourseAt(sessions, now)).toBe(CS201);
  });

  test('is not learned from today, from what is to come, or from what was canceled', () => {
    const sessions = [
      held(CS201, '2026-09-21T08:50:00Z'),
      held(CS201, '2026-09-28T09:00:00Z', { active: true, state: 'scheduled' }),
      held(CS301, lastMonday('09:00'), { state: 'canceled' }),
    ];
    expect(usualCourseAt(sessions, now)).toBeUndefined();
    expect(usualCourseAt([], now)).toBeUndefined();
  });

  test('is by the campus’s clock, also where the clocks changed since', () => {
    document.head.querySelector('meta')?.setAttribute('content', 'Europe/Berlin');
    // 9:00 in Berlin: before the change of clocks, and after it.
    const sessions = [held(CS201, '2026-10-19T07:00:00Z')];
    expect(usualCourseAt(sessions, new Date('2026-10-26T08:00:00Z'))).toBe(CS201);
    expect(usualCourseAt(sessions, new Date('2026-10-26T07:00:00Z'))).toBeUndefined();
  });
});

describe('how long its sessions last', () => {
  test('is as long as the newest that went on to its end', () => {
    const sessions = [
      held(CS201, lastMonday('09:00'), { endTime: '2026-09-14T09:52:17.345Z' }),
      held(CS201, '2026-09-07T09:00:00Z', { endTime: '2026-09-07T09:50:00Z' }),
      held(CS201, '2026-08-31T09:00:00Z'),
      held(CS301, lastMonday('11:00')),
    ];
    expect(usualLengthOf(sessions, CS201, now)).toBe(50 * 60_000);
    expect(usualLengthOf(sessions.toReversed(), CS201, now)).toBe(50 * 60_000);
  });

  test('is not known where each was ended by hand, canceled, or is to come', () => {
    const sessions = [
      held(CS201, lastMonday('09:00'), { endTime: '2026-09-14T09:52:17.345Z' }),
      held(CS201, '2026-09-07T09:00:00Z', { state: 'canceled' }),
      held(CS201, '2026-09-28T09:00:00Z', { active: true, state: 'scheduled' }),
    ];
    expect(usualLengthOf(sessions, CS201, now)).toBeUndefined();
  });
});

describe('the course to start', () => {
  const other = { ...algorithms, _id: CS301, code: 'CS301' };
  const codeAt = (...[courses, sessions]: [(typeof algorithms)[], Session[]]) =>
    courseToStart(courses, sessions, now)?.code;

  test('is the only one, whatever the hour, and none where there is no course', () => {
    expect(codeAt([algorithms], [])).toBe('CS201');
    expect(codeAt([algorithms, { ...other, archived: true }], [])).toBe('CS201');
    expect(codeAt([], [])).toBeUndefined();
  });

  test('is of several the one whose hour it is, archived ones aside', () => {
    expect(codeAt([algorithms, other], [])).toBeUndefined();
    expect(codeAt([algorithms, other], [held(CS301, lastMonday('09:00'))])).toBe('CS301');
    const third = { ...other, _id: '66f000000000000000000c03' };
    expect(
      codeAt([algorithms, { ...other, archived: true }, third], [held(CS301, lastMonday('09:00'))]),
    ).toBeUndefined();
  });

  test.each([
    ['runs', held(CS201, '2026-09-21T07:00:00Z', { active: true, state: 'running', endTime: undefined })],
    [
      'began a moment ago and was ended',
      held(CS201, '2026-09-21T09:00:00Z', { endTime: '2026-09-21T09:04:00Z' }),
    ],
    ['begins soon', held(CS201, '2026-09-21T09:30:00Z', { active: true, state: 'scheduled' })],
  ])('is none where a session %s', (_what, session) => {
    expect(codeAt([algorithms], [session])).toBeUndefined();
  });

  test.each([
    ['was canceled', held(CS201, '2026-09-21T09:00:00Z', { state: 'canceled' })],
    ['was held in the morning', held(CS201, '2026-09-21T06:00:00Z')],
  ])('is one whose session %s', (_what, session) => {
    expect(codeAt([algorithms], [session])).toBe('CS201');
  });
});

test('a session from now on begins with this minute and lasts as usual', () => {
  expect(newSessionNow([held(CS201, lastMonday('09:00'))], CS201, now)).toEqual({
    courseId: CS201,
    date: '2026-09-21',
    startTime: '2026-09-21T09:05:00.000Z',
    endTime: '2026-09-21T10:35:00.000Z',
    useLocation: false,
    locationRadius: 100,
  });
  expect(newSessionNow([], CS201, now).endTime).toBe('');
  // Past midnight no end is set.
  expect(
    newSessionNow([held(CS201, lastMonday('09:00'))], CS201, new Date('2026-09-21T23:00:00Z')).endTime,
  ).toBe('');
});
