import type {
  AnalyticsSummary,
  CalendarClass,
  Roster,
  Session,
  StudentRate,
  UserType,
} from '@qr-attendance/contracts';
import { eventually, startTestClock } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openCampus, type Campus, type Member } from './support/campus.ts';

const ZONE = 'UTC';
const today = Temporal.Now.plainDateISO(ZONE);
const monday = today.subtract({ days: today.dayOfWeek - 1 }).add({ weeks: 1 });
const WEEK = { Mon: 0, Tue: 1, Wed: 2, Thu: 3, Fri: 4, Sat: 5, Sun: -1 };
type Day = keyof typeof WEEK;
const at = (day: Day, time: string): string => `${monday.add({ days: WEEK[day] })}T${time}:00.000Z`;
const dayOf = (day: Day): string => at(day, '00:00').slice(0, 10);
const nameOf = (date: string): string =>
  Temporal.PlainDate.from(date).toLocaleString('en-GB', { weekday: 'short' });

let campus: Campus;
const clock = startTestClock();
beforeAll(async () => {
  campus = await openCampus(ZONE);
  clock.set(at('Sun', '18:00'));
});
afterAll(async () => {
  await campus.close();
  clock.stop();
});

/** Returns the same person with a token issued now. */
const nowAs = ({ id }: Member, userType: UserType): Member => ({
  id,
  token: campus.services.tokenFor({ id, userType, name: 'Somebody' }),
});

/**
 * | Day | class                         | Anna    | Ben             |
 * | --- | ----------------------------- | ------- | --------------- |
 * | Mon | 09:00                         | PRESENT | not in course   |
 * | Tue | moved from 09:00 to 14:00     | LATE    | PRESENT (guest) |
 * | Wed | canceled                      |         |                 |
 * | Thu | nobody came, not yet answered |         | joins at 18:00  |
 * | Fri | 09:00                         | ABSENT  | PRESENT         |
 *
 * Counted: Anna 2 of 3, Ben 1 of 1.
 */
const TABLE = {
  teacher: [
    ['Mon', '09:00', 'ended', 1],
    ['Tue', '14:00', 'ended', 2],
    ['Wed', '09:00', 'canceled', 0],
    ['Thu', '09:00', 'ended', 0],
    ['Fri', '09:00', 'ended', 1],
  ],
  rosters: {
    // Rosters also list students who joined later, without a status.
    Mon: { anna: ['PRESENT', false], ben: [undefined, false] },
    Tue: { anna: ['LATE', false], ben: ['PRESENT', true] },
    Thu: { anna: [undefined, false], ben: [undefined, false] },
    Fri: { anna: ['ABSENT', false], ben: ['PRESENT', false] },
  },
  rates: { anna: [1, 1, 1, 67], ben: [1, 0, 0, 100] },
  own: { anna: [2, 3, 67], ben: [1, 1, 100] },
};

it('a week of planned, moved, canceled and forgotten classes is the same on every page', async () => {
  const [owner, annaAccount, benAccount] = [
    await campus.teacher(),
    await campus.student('Anna'),
    await campus.student('Ben'),
  ];
  const people = { anna: annaAccount, ben: benAccount };
  const teacher = () => nowAs(owner, 'TEACHER');
  const [anna, ben] = [() => nowAs(annaAccount, 'STUDENT'), () => nowAs(benAccount, 'STUDENT')];
  const { _id: courseId } = await campus.course(owner);
  const course = `/api/courses/${courseId}`;
  const settings = { mode: 'OPEN', mayLeave: false, guests: true };
  expect((await campus.ask(owner, 'PUT', `${course}/enrollment-settings`, settings)).status).toBe(200);
  expect((await campus.ask(anna(), 'POST', `${course}/enroll`)).status).toBe(200);
  const planned = await campus.ask(teacher(), 'POST', '/api/series', {
    courseId,
    slots: [1, 2, 3, 4, 5].map((weekday) => ({
      weekday,
      start: '09:00',
      end: '10:30',
    })),
    firstDay: dayOf('Mon'),
    lastDay: dayOf('Fri'),
    lateAfterMinutes: 10,
  });
  expect(planned.status).toBe(201);

  const list = async () =>
    (await campus.ask<Session[]>(teacher(), 'GET', `/api/sessions?courseId=${courseId}&order=oldest`)).body;
  const sessionOn = async (day: Day): Promise<Session> => {
    const found = (await list()).find(({ date }) => date === dayOf(day));
    if (!found) throw new Error(`There is no class on ${day}.`);
    return found;
  };
  const calendarOf = async (person: Member) => {
    const query = `from=${dayOf('Mon')}&to=${dayOf('Sat')}`;
    return (await campus.ask<CalendarClass[]>(person, 'GET', `/api/calendar?${query}`)).body;
  };
  const mark = async (day: Day, student: Member) => {
    const { _id } = await sessionOn(day);
    const { body } = await campus.ask<Session>(teacher(), 'GET', `/api/sessions/${_id}`);
    return campus.mark(student, await campus.scan(student, body));
  };
  const hasEnded = (day: Day) => eventually(async () => expect((await sessionOn(day)).state).toBe('ended'));
  expect((await list()).map(({ date, state }) => [nameOf(date), state])).toEqual(
    ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'].map((day) => [day, 'scheduled']),
  );

  clock.set(at('Mon', '09:05'));
  expect(await mark('Mon', anna())).toMatchObject({ status: 201, body: { status: 'PRESENT' } });
  clock.set(at('Mon', '12:00'));
  await hasEnded('Mon');
  const tuesday = await sessionOn('Tue');
  const moved = await campus.ask(teacher(), 'PUT', `/api/sessions/${tuesday._id}`, {
    version: tuesday.version,
    date: tuesday.date,
    useLocation: false,
    lateAfterMinutes: 10,
    startTime: at('Tue', '14:00'),
    endTime: at('Tue', '15:30'),
  });
  expect(moved.status).toBe(200);
  expect((await calendarOf(anna())).find(({ date }) => date === dayOf('Tue'))).toMatchObject({
    startTime: at('Tue', '14:00'),
    movedFrom: { startTime: at('Tue', '09:00') },
  });

  clock.set(at('Tue', '14:05'));
  expect(await mark('Tue', ben())).toMatchObject({ status: 201, body: { status: 'PRESENT', guest: true } });
  clock.set(at('Tue', '14:15'));
  expect(await mark('Tue', anna())).toMatchObject({ status: 201, body: { status: 'LATE' } });

  clock.set(at('Wed', '08:00'));
  await hasEnded('Tue');
  const wednesday = await sessionOn('Wed');
  expect((await campus.ask(teacher(), 'POST', `/api/sessions/${wednesday._id}/cancel`)).status).toBe(200);

  clock.set(at('Thu', '18:00'));
  await hasEnded('Thu');
  await eventually(async () => {
    const { body } = await campus.ask<Session[]>(teacher(), 'GET', '/api/sessions?unconfirmed=true');
    expect(body.map(({ date }) => nameOf(date))).toEqual(['Thu']);
  });
  expect((await campus.ask(ben(), 'POST', `${course}/enroll`)).status).toBe(200);

  clock.set(at('Fri', '09:02'));
  expect(await mark('Fri', ben())).toMatchObject({ status: 201, body: { status: 'PRESENT' } });
  clock.set(at('Sat', '10:00'));
  await hasEnded('Fri');

  const rosterOn = async (day: Day) => {
    const path = `/api/attendance/roster?sessionId=${(await sessionOn(day))._id}`;
    const { entries } = (await campus.ask<Roster>(teacher(), 'GET', path)).body;
    return Object.fromEntries(
      entries.map(({ student, mark: record }) => [
        student._id === people.anna.id ? 'anna' : 'ben',
        [record?.status, record?.guest ?? false],
      ]),
    );
  };
  const ratesOfCourse = async () => {
    const { body } = await campus.ask<StudentRate[]>(
      teacher(),
      'GET',
      `/api/analytics/courses/${courseId}/students`,
    );
    return Object.fromEntries(
      body.map(({ student, present, late, absent, attendancePercentage }) => [
        student._id === people.anna.id ? 'anna' : 'ben',
        [present, late, absent, Math.round(attendancePercentage ?? -1)],
      ]),
    );
  };
  const ownRates = async (student: Member) => {
    const { body } = await campus.ask<AnalyticsSummary>(student, 'GET', '/api/analytics/summary');
    const { attendedSessions, totalSessions, attendancePercentage } = body;
    return [attendedSessions, totalSessions, Math.round(attendancePercentage ?? -1)];
  };
  await eventually(async () => {
    expect(
      (await list()).map(({ date, startTime, state, attendanceCount }) => [
        nameOf(date),
        startTime.slice(11, 16),
        state,
        attendanceCount,
      ]),
    ).toEqual(TABLE.teacher);
    for (const day of ['Mon', 'Tue', 'Thu', 'Fri'] as const)
      expect({ day, ...(await rosterOn(day)) }).toEqual({ day, ...TABLE.rosters[day] });
    expect(await ratesOfCourse()).toEqual(TABLE.rates);
    expect({ anna: await ownRates(anna()), ben: await ownRates(ben()) }).toEqual(TABLE.own);
  });
  for (const person of [teacher(), anna(), ben()])
    expect(
      (await calendarOf(person)).map(({ date, startTime, state }) => [
        nameOf(date),
        startTime.slice(11, 16),
        state,
      ]),
    ).toEqual(TABLE.teacher.map((row) => row.slice(0, 3)));
  const week = await calendarOf(teacher());
  expect(week.filter(({ unconfirmed }) => unconfirmed).map(({ date }) => nameOf(date))).toEqual(['Thu']);
});
