import type { ImportKind, ImportRun, Room, Session } from '@qr-attendance/contracts';
import { call, eventually, someone, startServices, type TestServices } from '@qr-attendance/test-kit';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createImporter, type Importer } from './support/imports.ts';
import {
  createListRooms,
  csv,
  dayIn,
  importTimetableCourse,
  newId,
  ROOMS,
  roomLine,
  TIMES,
  type TimetableCourse,
  timesOf,
  weekdayIn,
  ZONE,
} from './support/timetable.ts';

let services: TestServices;
let office: Importer;
let adminToken: string;
let database: Connection;
let course: TimetableCourse;
let otherRoom: string;
beforeAll(async () => {
  services = await startServices(['auth', 'course', 'session'], {
    env: { course: { CAMPUS_TIME_ZONE: ZONE }, session: { CAMPUS_TIME_ZONE: ZONE } },
  });
  adminToken = services.tokenFor(someone('ADMIN'));
  office = createImporter(() => services.urls.course, { token: adminToken });
  database = await mongoose.createConnection(services.databases.session).asPromise();
  course = await importTimetableCourse(services, office);
  otherRoom = newId();
  await office.apply('rooms', csv(ROOMS, [roomLine(otherRoom, { name: 'H2.02' })]));
});
afterAll(async () => {
  await database.close();
  await services.stop();
});

const HEADER = `${TIMES},id`;
const lineOf = (section: string, name: string, more: { start?: string; room?: string } = {}) => [
  section,
  weekdayIn(1),
  more.start ?? '09:00',
  '12:30',
  more.room ?? course.room,
  name,
];
const apply = async (kind: ImportKind, file: string, complete = false): Promise<ImportRun> => {
  const run = await office.preview(kind, file, { complete });
  await office.act(run._id, 'confirm', { changes: run.changesToConfirm });
  return office.settle(run._id);
};
const importClasses = (lines: (string | number)[][], complete = false) =>
  apply('timetable', csv(HEADER, lines), complete);
const moveTo = async (section: string, start: string): Promise<void> => {
  const [series] = await course.seriesOf(section);
  if (!series) throw new Error('no series');
  const slots = series.rules.at(-1)?.slots.map((slot) => ({ ...slot, start })) ?? [];
  expect((await course.edit(series, { slots })).status).toBe(200);
};
/** Stored classes, without the fields that the worker changes when it plans dates. */
const readStored = async (section: string) => {
  const series = await database
    .collection('series')
    .find({ importKey: { $regex: `^${course.sectionIdOf(section)} ` } })
    .toArray();
  return series.map(({ rules, version, revisions, deletedAt, statements }) => ({
    rules,
    version,
    revisions,
    deletedAt,
    runs: statements?.entries.map(({ runs }: { runs: string[] }) => runs) as string[][],
  }));
};
const startsOf = async (section: string) => timesOf(await course.seriesOf(section)).map(([, start]) => start);
const roomsOf = async (section: string) => timesOf(await course.seriesOf(section)).map(([, , room]) => room);
/** Cancels the first date of a class after its creation. */
const cancelDate = (seriesId: string | undefined) =>
  eventually(async () => {
    const dates = await course.askFor<Session[]>(`/api/sessions?courseId=${course.id}&order=oldest`);
    const date = dates.find(({ series }) => series?.id === seriesId);
    expect(date).toBeDefined();
    expect((await course.ask('POST', `/api/sessions/${date?._id}/cancel`)).status).toBe(200);
  });

describe('a timetable is a statement', () => {
  it('rules 1 and 2: importing it again keeps a class that a teacher moved, and records only the import', async () => {
    const section = course.takeSection();
    const lines = [lineOf(section, 'lecture')];
    const first = await importClasses(lines);
    await moveTo(section, '08:00');
    const before = await readStored(section);
    const second = await importClasses(lines);
    expect(second).toMatchObject({ applied: { unchanged: 1, changed: 0, added: 0 } });
    expect(await startsOf(section)).toEqual(['08:00']);
    expect(await readStored(section)).toEqual([{ ...before[0], runs: [[first._id, second._id]] }]);
  });

  it('rules 2 and 4: a changed field overrides only that field, starting today', async () => {
    const section = course.takeSection();
    await importClasses([lineOf(section, 'lecture')]);
    await moveTo(section, '08:00');
    expect(await importClasses([lineOf(section, 'lecture', { room: otherRoom })])).toMatchObject({
      applied: { changed: 1 },
    });
    expect(timesOf(await course.seriesOf(section))).toEqual([[weekdayIn(1), '08:00', 'H2.02']]);
    expect((await course.seriesOf(section))[0]?.rules.at(-1)?.from).toBe(dayIn(0));
    await importClasses([lineOf(section, 'lecture', { room: otherRoom, start: '10:00' })]);
    expect(await startsOf(section)).toEqual(['10:00']);
  });

  it('rule 2: a file without a room column keeps rooms, and an empty cell removes the room', async () => {
    const section = course.takeSection();
    await importClasses([lineOf(section, 'lecture')]);
    const withoutRoom = csv('section_id,weekday,starts,ends,id', [
      [section, weekdayIn(1), '09:00', '12:30', 'lecture'],
    ]);
    expect(await apply('timetable', withoutRoom)).toMatchObject({ applied: { unchanged: 1 } });
    expect(await roomsOf(section)).toEqual(['H1.01']);
    expect(await importClasses([lineOf(section, 'lecture', { room: '' })])).toMatchObject({
      applied: { changed: 1 },
    });
    expect(await roomsOf(section)).toEqual([undefined]);
  });

  it('rule 1: a class that a teacher deleted or ended is not revived by the same file or a changed room', async () => {
    const section = course.takeSection();
    await importClasses([lineOf(section, 'deleted'), lineOf(section, 'ended', { start: '11:00' })]);
    const [deleted, ended] = (await course.seriesOf(section)).toSorted((one, other) =>
      (one.rules[0]?.slots[0]?.start ?? '') < (other.rules[0]?.slots[0]?.start ?? '') ? -1 : 1,
    );
    expect((await course.ask('DELETE', `/api/series/${deleted?._id}`)).status).toBeLessThan(300);
    expect((await course.ask('POST', `/api/series/${ended?._id}/end`, {})).status).toBe(200);
    for (const room of [course.room, otherRoom]) {
      const lines = [
        lineOf(section, 'deleted', { room }),
        lineOf(section, 'ended', { room, start: '11:00' }),
      ];
      expect(await importClasses(lines)).toMatchObject({ applied: { unchanged: 2, added: 0, changed: 0 } });
      expect(await startsOf(section)).toEqual([]);
    }
  });

  it('rule 1: a withdrawn class starts again when stated again, even if a teacher had deleted it', async () => {
    const section = course.takeSection();
    const all = [lineOf(section, 'deleted'), lineOf(section, 'withdrawn', { start: '10:00' })];
    const stays = lineOf(section, 'stays', { start: '11:00' });
    await importClasses([...all, stays], true);
    const series = await course.seriesOf(section);
    const deleted = series.find(({ rules }) => rules[0]?.slots[0]?.start === '09:00');
    await course.ask('DELETE', `/api/series/${deleted?._id}`);
    expect(await importClasses([stays], true)).toMatchObject({ applied: { ended: 1, unchanged: 1 } });
    expect(await startsOf(section)).toEqual(['11:00']);
    expect(await importClasses([...all, stays], true)).toMatchObject({ applied: { added: 2, unchanged: 1 } });
    expect((await startsOf(section)).toSorted()).toEqual(['09:00', '10:00', '11:00']);
  });

  it('rule 6: undoing an older import removes only what no newer import states', async () => {
    const section = course.takeSection();
    const first = await importClasses([
      lineOf(section, 'lecture'),
      lineOf(section, 'lab', { start: '11:00' }),
    ]);
    const second = await importClasses([lineOf(section, 'lecture', { start: '10:00' })]);
    expect(await office.undo(first._id)).toMatchObject({ undo: { restored: 1, kept: 0 } });
    expect(await startsOf(section)).toEqual(['10:00']);
    expect(await office.undo(second._id)).toMatchObject({ undo: { restored: 1, kept: 0 } });
    expect(await startsOf(section)).toEqual([]);
  });

  it('rule 5: an undo restores what the import replaced, except what a teacher changed since', async () => {
    const section = course.takeSection();
    await importClasses([lineOf(section, 'lecture')]);
    const moved = await importClasses([lineOf(section, 'lecture', { start: '10:00', room: otherRoom })]);
    await moveTo(section, '08:00');
    expect(await office.undo(moved._id)).toMatchObject({ undo: { restored: 0, kept: 1 } });
    expect(timesOf(await course.seriesOf(section))).toEqual([[weekdayIn(1), '08:00', 'H1.01']]);
  });

  it('rules 10 and 16: a complete file deletes unused classes, ends the others, and keeps what no file stated', async () => {
    const section = course.takeSection();
    await importClasses([lineOf(section, 'moved')]);
    await moveTo(section, '08:00');
    await importClasses([
      lineOf(section, 'unused', { start: '10:00' }),
      lineOf(section, 'stays', { start: '11:00' }),
    ]);
    const byHand = await course.ask('POST', '/api/series', {
      courseId: course.id,
      confirmed: true,
      firstDay: dayIn(1),
      lastDay: dayIn(30),
      slots: [
        {
          weekday: weekdayIn(1),
          start: '07:00',
          end: '07:30',
        },
      ],
      sections: [
        {
          courseId: course.id,
          sectionId: course.sectionIdOf(section),
        },
      ],
    });
    expect(byHand.status).toBe(201);
    const run = await importClasses([lineOf(section, 'stays', { start: '11:00' })], true);
    expect(run).toMatchObject({ applied: { ended: 2, unchanged: 1 }, kept: { count: 1 } });
    expect(run.kept?.examples).toEqual([`${course.code} moved`]);
    expect((await startsOf(section)).toSorted()).toEqual(['07:00', '11:00']);
    const stored = await readStored(section);
    expect(stored.filter(({ deletedAt }) => deletedAt)).toHaveLength(1);
    expect(await office.undo(run._id)).toMatchObject({ undo: { restored: 2, kept: 0 } });
    expect((await startsOf(section)).toSorted()).toEqual(['07:00', '08:00', '10:00', '11:00']);
  });

  it('rule 10: undoing a timetable keeps classes that a teacher moved or decided about', async () => {
    const section = course.takeSection();
    const first = await importClasses([lineOf(section, 'moved')]);
    await moveTo(section, '08:00');
    expect(await office.undo(first._id)).toMatchObject({ undo: { restored: 0, kept: 1 } });
    const second = await importClasses([
      lineOf(section, 'canceled', { start: '10:00' }),
      lineOf(section, 'unused', { start: '11:00' }),
    ]);
    const series = await course.seriesOf(section);
    await cancelDate(series.find(({ rules }) => rules[0]?.slots[0]?.start === '10:00')?._id);
    expect(await office.undo(second._id)).toMatchObject({ undo: { restored: 1, kept: 1 } });
    expect((await startsOf(section)).toSorted()).toEqual(['08:00', '10:00']);
    // No file states these classes any more, so a complete file does not end them.
    await importClasses([lineOf(section, 'other', { start: '11:00' })], true);
    expect((await startsOf(section)).toSorted()).toEqual(['08:00', '10:00', '11:00']);
  });
});

describe('a file of rooms is a statement', () => {
  const listRooms = createListRooms(
    () => services,
    () => adminToken,
  );
  const asAdmin = (method: string, path: string, body?: object) =>
    call<Room>(services.urls.session, method, path, { token: adminToken, body });
  const correct = async (id: string, fields: Partial<Room>) => {
    const [{ _id = '', ...room } = {}] = await listRooms(id);
    return asAdmin('PUT', `/api/rooms/${_id}`, { ...room, ...fields });
  };

  it('rules 2 and 5: a corrected capacity stays until the file states another one, and an undo restores it', async () => {
    const id = newId();
    const file = csv(ROOMS, [roomLine(id)]);
    await apply('rooms', file);
    const { body: corrected } = await correct(id, { capacity: 100 });
    expect(await apply('rooms', file)).toMatchObject({ applied: { unchanged: 1, changed: 0 } });
    expect(await listRooms(id)).toEqual([{ ...corrected, source: expect.anything() }]);
    const larger = await apply('rooms', csv(ROOMS, [roomLine(id, { seats: 150 })]));
    expect(larger).toMatchObject({ applied: { changed: 1 } });
    expect((await listRooms(id))[0]).toMatchObject({ capacity: 150, building: corrected.building });
    await office.undo(larger._id);
    expect((await listRooms(id))[0]?.capacity).toBe(100);
  });

  it('rule 1: importing it again does not restore a room that an administrator deleted', async () => {
    const id = newId();
    await apply('rooms', csv(ROOMS, [roomLine(id)]));
    const [room] = await listRooms(id);
    expect((await asAdmin('DELETE', `/api/rooms/${room?._id}`)).status).toBeLessThan(300);
    for (const seats of [120, 150]) {
      const run = await apply('rooms', csv(ROOMS, [roomLine(id, { seats })]));
      expect(run).toMatchObject({ applied: { unchanged: 1, added: 0 } });
      expect(await listRooms(id)).toEqual([]);
    }
    const run = await apply('timetable', csv(HEADER, [lineOf(course.takeSection(), 'a', { room: id })]));
    expect(run).toMatchObject({ applied: { unmatched: 1 } });
  });

  it('rule 5: undoing an adoption keeps a room that an administrator created, with its details', async () => {
    const id = newId();
    await asAdmin('POST', '/api/rooms', { name: `Room ${id}`, externalId: id, capacity: 50 });
    const run = await apply('rooms', csv('id,name', [[id, `Hall ${id}`]]));
    expect(run).toMatchObject({ applied: { changed: 1 } });
    expect((await listRooms(id))[0]).toMatchObject({ name: `Hall ${id}`, capacity: 50 });
    expect(await office.undo(run._id)).toMatchObject({ undo: { restored: 1, kept: 0 } });
    expect((await listRooms(id))[0]).toMatchObject({ name: `Room ${id}`, capacity: 50 });
  });

  it('rule 10: undoing its import keeps a room in which classes are planned', async () => {
    const [used, unused] = [newId(), newId()];
    const run = await apply('rooms', csv(ROOMS, [roomLine(used), roomLine(unused)]));
    await importClasses([lineOf(course.takeSection(), 'lecture', { room: used })]);
    expect(await office.undo(run._id)).toMatchObject({ undo: { restored: 1, kept: 1 } });
    expect(await listRooms(used)).toHaveLength(1);
    expect(await listRooms(unused)).toEqual([]);
  });
});
