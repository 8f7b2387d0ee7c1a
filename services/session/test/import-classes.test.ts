import { randomUUID } from 'node:crypto';
import type { Room, Series, Session, StoredLedger, WeeklyClass } from '@qr-attendance/contracts';
import { attendanceMarked } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { createEvent } from '@qr-attendance/messaging';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClass, newId, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

const ZONE = 'Europe/Berlin';
let world: World;
let classes: Class;
let office: Person;
beforeAll(async () => {
  world = await startWorld({ CAMPUS_TIME_ZONE: ZONE });
  classes = createClass(world);
  office = world.people.admin();
});
afterAll(() => world.close());

const today = Temporal.Now.plainDateISO(ZONE);
const dayIn = (days: number) => today.add({ days }).toString();
const NOTHING = { values: null, statements: null };
const stated = (...runs: string[]): StoredLedger => ({
  local: { exists: false },
  pending: {},
  entries: [
    {
      source: 'files',
      runs,
      values: { exists: true },
      declined: [],
      overridden: [],
    },
  ],
});
const weekly = (more: Partial<WeeklyClass> = {}): WeeklyClass => ({
  weekday: today.add({ days: 1 }).dayOfWeek,
  start: '09:00',
  end: '10:30',
  everyWeeks: 1,
  firstDay: dayIn(1),
  lastDay: dayIn(60),
  ...more,
});
type StatedClass = { values: object | null; statements: StoredLedger | null };

const ask = <Body>({ token }: Pick<Person, 'token'>, method: string, path: string, body?: unknown) =>
  call<Body>(world.url(), method, path, { token, body });
const internally = <Body>(method: string, path: string, body: object) =>
  ask<Body>({ token: world.internalToken }, method, path, body);

const importClass = async (values = weekly()) => {
  const teacher = world.people.teacher();
  const courseId = classes.giveCourse(teacher);
  const name = { courseId, sectionId: newId(), name: `lecture ${randomUUID()}` };
  const put = async (before: StatedClass, after: StatedClass, undo = false) => {
    const body = { classes: [{ ...name, before, after }], by: office.id, undo };
    const { status, body: results } = await internally<string[]>('PUT', '/internal/timetable', body);
    expect(status).toBe(200);
    return results[0];
  };
  const find = async () => {
    const sections = [{ courseId, sectionId: name.sectionId }];
    const { body } = await internally<StatedClass[]>('POST', '/internal/timetable/find', { sections });
    return body.map(({ values: found, statements }) => ({ values: found, statements }));
  };
  const listSeries = async () =>
    (await ask<Series[]>(teacher, 'GET', `/api/series?courseId=${courseId}`)).body;
  const listDates = async () => (await classes.list(teacher, `?courseId=${courseId}&order=oldest`)).body;
  const added = { values, statements: stated('one') };
  expect(await put(NOTHING, added)).toBe('written');
  return {
    teacher,
    courseId,
    put,
    find,
    listSeries,
    listDates,
    added,
    waitForDates: (): Promise<Session[]> =>
      eventually(async () => {
        const dates = await listDates();
        expect(dates).toHaveLength(2);
        return dates;
      }),
  };
};
const openInThePast = async ({ _id }: Session): Promise<void> => {
  const [startTime, endTime] = [-26, -25].map((hours) => new Date(Date.now() + hours * 3_600_000));
  await world.database.collection('sessions').updateOne({ _id: new mongoose.Types.ObjectId(_id) }, {
    $set: {
      startTime,
      endTime,
      codeShownAt: startTime,
      codeLastShownAt: startTime,
      'series.startTime': startTime,
      'series.endTime': endTime,
    },
  } as object);
};
const withdrawn = { values: null, statements: stated('one') };

describe('an imported class', () => {
  it('is returned with its statements, and a repeated write changes nothing (rule 17)', async () => {
    const { find, put, added, listSeries } = await importClass();
    expect(await find()).toEqual([added]);
    const [series] = await listSeries();
    expect(await put(NOTHING, added)).toBe('written');
    expect(await put(NOTHING, { ...added, statements: stated('two') })).toBe('refused');
    expect(await listSeries()).toEqual([series]);
  });

  it('keeps its version and its revisions when it is stated again (rule 6)', async () => {
    const { find, put, added, courseId } = await importClass();
    const read = async () => {
      const found = await world.database.collection('series').findOne({ courseId });
      return [found?.['version'], found?.['touches'], found?.['revisions']] as unknown[];
    };
    const before = await read();
    const again = { ...added, statements: stated('one', 'two') };
    expect(await put(added, again)).toBe('written');
    expect(await find()).toEqual([again]);
    expect(await read()).toEqual(before);
  });

  it('keeps the values from its teacher, and stays deleted if the teacher deleted it (rules 1 and 2)', async () => {
    const { teacher, find, put, added, listSeries } = await importClass();
    const [series] = (await listSeries()) as [Series];
    const [{ from: _from, ...rule }] = series.rules as [Series['rules'][number]];
    const slots = rule.slots.map((slot) => ({ ...slot, start: '08:00' }));
    const path = `/api/series/${series._id}`;
    await ask(teacher, 'PUT', path, { ...rule, slots, version: series.version });
    expect(await find()).toEqual([{ ...added, values: weekly({ start: '08:00' }) }]);
    await ask(teacher, 'DELETE', path);
    expect(await find()).toEqual([withdrawn]);
    expect(await put(withdrawn, { ...added, statements: stated('two') })).toBe('written');
    expect(await find()).toEqual([{ ...added, statements: stated('two') }]);
  });

  it('keeps a date that its teacher canceled when room or time change (rule 1)', async () => {
    const { teacher, put, added, waitForDates, listDates } = await importClass();
    const [canceled, other] = await waitForDates();
    await classes.cancel(teacher, canceled?._id ?? '');
    await put(added, { values: weekly({ end: '11:00' }), statements: stated('two') });
    await eventually(async () => {
      const dates = await listDates();
      expect(dates.find(({ _id }) => _id === other?._id)?.endTime).not.toBe(other?.endTime);
      expect(dates.find(({ _id }) => _id === canceled?._id)?.state).toBe('canceled');
    });
  });
});

describe('a withdrawn class (rule 10)', () => {
  it('is deleted with its dates if nobody used it', async () => {
    const { find, put, added, listSeries, listDates, waitForDates } = await importClass();
    await waitForDates();
    expect(await put(added, withdrawn)).toBe('written');
    expect(await listSeries()).toEqual([]);
    expect(await find()).toEqual([withdrawn]);
    await eventually(async () => expect(await listDates()).toEqual([]));
  });

  it.each<[string, (teacher: Person, date: Session) => Promise<unknown>]>([
    ['was opened', (_teacher, date) => openInThePast(date)],
    ['has a canceled date', (teacher, { _id }) => classes.cancel(teacher, _id)],
    [
      'has a canceled date that was reopened',
      async (teacher, { _id }) => {
        await classes.cancel(teacher, _id);
        await classes.reopen(teacher, _id);
      },
    ],
    [
      'has a mark',
      async (_teacher, { _id }) => {
        const id = `${_id}-${randomUUID()}`;
        const mark = { ...samples.attendanceMarked, id, sessionId: _id, status: 'EXCUSED' as const };
        await world.bus.publish(createEvent(attendanceMarked, id, mark));
        await eventually(async () =>
          expect(await world.database.collection('marks').findOne({ sessionId: _id })).not.toBeNull(),
        );
      },
    ],
  ])('ends, is reported as kept, and keeps its past if it %s', async (_what, use) => {
    const { teacher, find, put, added, listSeries, listDates, waitForDates } = await importClass();
    const [date] = await waitForDates();
    await use(teacher, date as Session);
    expect(await put(added, withdrawn)).toBe('kept');
    expect((await listSeries()).map(({ rules }) => rules.at(-1))).toMatchObject([
      { from: dayIn(0), slots: [] },
    ]);
    expect((await listDates()).map(({ _id }) => _id)).toContain(date?._id);
    expect(await find()).toEqual([withdrawn]);
  });

  it('starts again when it is stated again', async () => {
    const { teacher, find, put, added, listSeries, waitForDates } = await importClass();
    const [date] = await waitForDates();
    await classes.cancel(teacher, date?._id ?? '');
    const [series] = await listSeries();
    await put(added, withdrawn);
    const again = { values: weekly({ start: '08:00' }), statements: stated('two') };
    expect(await put(withdrawn, again)).toBe('written');
    expect(await find()).toEqual([again]);
    expect((await listSeries()).map(({ _id }) => _id)).toEqual([series?._id]);
  });
});

describe('an undone import of a class (rule 10)', () => {
  const UNDO = true;

  it('is rejected and changes nothing if somebody decided about a future date', async () => {
    const { teacher, put, added, find, waitForDates } = await importClass();
    const [date] = await waitForDates();
    await classes.cancel(teacher, date?._id ?? '');
    expect(await put(added, NOTHING, UNDO)).toBe('refused');
    expect(await put(added, { ...added, statements: null }, UNDO)).toBe('written');
    expect(await find()).toEqual([{ ...added, statements: null }]);
  });

  it('ends the class and keeps its past if it was only opened', async () => {
    const { put, added, listSeries, listDates, waitForDates } = await importClass();
    const [date] = await waitForDates();
    await openInThePast(date as Session);
    expect(await put(added, NOTHING, UNDO)).toBe('kept');
    expect((await listSeries())[0]?.rules.at(-1)).toMatchObject({ from: dayIn(0), slots: [] });
    expect((await listDates()).map(({ _id }) => _id)).toContain(date?._id);
  });

  it('deletes the class if nobody used it, so its name can be stated again', async () => {
    const { put, added, find } = await importClass();
    expect(await put(added, NOTHING, UNDO)).toBe('written');
    expect((await find()).filter(({ values }) => values)).toEqual([]);
    expect(await put(NOTHING, { ...added, statements: stated('two') })).toBe('written');
    expect(await find()).toEqual([{ ...added, statements: stated('two') }]);
  });
});

describe('an imported room', () => {
  const put = async (externalId: string, before: StatedClass, after: StatedClass) =>
    (
      await internally<string[]>('PUT', '/internal/rooms', {
        rooms: [
          {
            externalId,
            before,
            after,
          },
        ],
        by: office.id,
      })
    ).body[0];
  const find = async (externalId: string) =>
    (
      await internally<(StatedClass & { id: string })[]>('POST', '/internal/rooms/find', {
        externalIds: [externalId],
      })
    ).body[0];

  it('keeps its version when stated again, and its statements when deleted (rules 1 and 6)', async () => {
    const externalId = randomUUID();
    const added = { values: { id: externalId, name: externalId, radius: 50 }, statements: stated('one') };
    const again = { ...added, statements: stated('one', 'two') };
    expect(await put(externalId, NOTHING, added)).toBe('written');
    expect(await put(externalId, added, again)).toBe('written');
    expect(await put(externalId, added, again)).toBe('written');
    expect(await put(externalId, added, { ...added, statements: null })).toBe('refused');
    const rooms = await ask<Room[]>(office, 'GET', `/api/rooms?search=${externalId}`);
    expect(rooms.body).toMatchObject([{ version: 1, name: externalId }]);
    await ask(office, 'DELETE', `/api/rooms/${rooms.body[0]?._id}`);
    expect(await find(externalId)).toMatchObject({ values: null, statements: again.statements });
    expect(await put(externalId, { ...again, values: null }, { ...added, values: null })).toBe('written');
  });
});
