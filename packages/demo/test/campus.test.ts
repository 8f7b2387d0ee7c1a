import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { createCampus, MIN_CAMPUS_PEOPLE } from '../src/campus/campus.ts';
import { createLaterFiles, MID_TERM } from '../src/campus/later-files.ts';
import type { CampusFile, CampusRecords } from '../src/campus/records.ts';
import { writeCampus } from '../src/campus/write-campus.ts';

type Row = Record<string, string>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'campus-'));
});
afterAll(() => rm(folder, { recursive: true }));

const write = async (name: string, options: { people: number; seed: number }) => {
  const target = join(folder, name);
  await writeCampus(createCampus(options), target);
  return {
    text: (file: string) => readFile(join(target, `${file}.csv`), 'utf8'),
    rows: async (file: string): Promise<Row[]> =>
      parse(await readFile(join(target, `${file}.csv`)), { columns: true }),
  };
};
const idsOf = (rows: Row[], column: string) => new Set(rows.map((row) => row[column]));
const files = [
  'units',
  'terms',
  'breaks',
  'rooms',
  'people',
  'sections',
  'memberships',
  'staff',
  'class-times',
] as const;

it('writes identical files for the same seed, and different files for another seed', async () => {
  const [first, same, other] = await Promise.all([
    write('first', { people: 300, seed: 7 }),
    write('same', { people: 300, seed: 7 }),
    write('other', { people: 300, seed: 8 }),
  ]);
  for (const file of files) expect(await first.text(file)).toBe(await same.text(file));
  expect(await first.text('people')).not.toBe(await other.text('people'));
});

describe.each([{ people: MIN_CAMPUS_PEOPLE }, { people: 3_000 }])(
  'a campus of $people people',
  ({ people }) => {
    let rows: Record<(typeof files)[number], Row[]>;
    beforeAll(async () => {
      const campus = await write(`campus-${people}`, { people, seed: 7 });
      rows = Object.fromEntries(
        await Promise.all(files.map(async (file) => [file, await campus.rows(file)])),
      ) as typeof rows;
    });

    it('has the requested number of people, each with a unique id and email address', () => {
      expect(rows.people).toHaveLength(people);
      expect(idsOf(rows.people, 'institution_id').size).toBe(people);
      expect(idsOf(rows.people, 'email').size).toBe(people);
      for (const { email } of rows.people) expect(email).toMatch(/^[a-z]+\.[a-z]+\.q\d+@campus\.example$/u);
    });

    it('refers only to existing records', () => {
      const units = idsOf(rows.units, 'unit_id');
      const sections = idsOf(rows.sections, 'section_id');
      const courses = idsOf(rows.sections, 'course_id');
      const persons = idsOf(rows.people, 'institution_id');
      const rooms = idsOf(rows.rooms, 'room_id');
      for (const { parent_id } of rows.units.slice(1)) expect(units).toContain(parent_id);
      for (const { unit_id } of [...rows.people, ...rows.sections])
        expect(units.has(unit_id ?? '')).toBe(true);
      for (const { section_id, institution_id } of rows.memberships) {
        expect(sections.has(section_id)).toBe(true);
        expect(persons.has(institution_id)).toBe(true);
      }
      for (const { institution_id, scope, scope_id } of rows.staff) {
        expect(persons.has(institution_id)).toBe(true);
        expect({ unit: units, course: courses, section: sections }[scope as 'unit']).toContain(scope_id);
      }
      for (const { section_id, room_id } of rows['class-times']) {
        expect(sections.has(section_id)).toBe(true);
        expect(rooms.has(room_id)).toBe(true);
      }
    });

    it('never schedules two classes in one room, or for one lecturer or student, at the same time', () => {
      const timesOf = new Map<string | undefined, string[]>();
      const rooms = new Set<string>();
      for (const { section_id, weekday, starts, room_id } of rows['class-times']) {
        const time = `${weekday} ${starts}`;
        expect(rooms.has(`${room_id} ${time}`)).toBe(false);
        rooms.add(`${room_id} ${time}`);
        timesOf.set(section_id, [...(timesOf.get(section_id) ?? []), time]);
      }
      const firstSections = new Map(
        rows.sections
          .filter(({ section }) => section === '1')
          .map(({ course_id, section_id }) => [course_id, section_id]),
      );
      const attends = [
        ...rows.memberships.filter(({ ended }) => ended === ''),
        ...rows.staff
          .filter(({ role }) => role === 'owner' || role === 'assistant')
          .map(({ institution_id, scope, scope_id }) => ({
            institution_id,
            section_id: scope === 'course' ? firstSections.get(scope_id) : scope_id,
          })),
      ];
      const busy = new Set<string>();
      for (const { institution_id, section_id } of attends)
        for (const time of timesOf.get(section_id) ?? []) {
          expect(busy.has(`${institution_id} ${time}`)).toBe(false);
          busy.add(`${institution_id} ${time}`);
        }
    });

    it('leaves no gap between the two periods of a student who moves', () => {
      const moves = rows.memberships.filter(
        ({ institution_id, ended, section_id }) =>
          ended !== '' &&
          rows.memberships.some(
            (other) =>
              other.institution_id === institution_id &&
              other.began === ended &&
              other.section_id !== section_id &&
              other.section_id?.slice(0, -1) === section_id?.slice(0, -1),
          ),
      );
      if (people > 1_000) expect(moves.length).toBeGreaterThan(20);
      for (const { began = '', ended = '' } of moves) expect(began < ended).toBe(true);
    });
  },
);

describe('the later files of a campus of 3,000 people', () => {
  const options = { people: 3_000, seed: 7 };
  const first = createCampus(options);
  const { second, third } = createLaterFiles(options);
  const read = <Kind extends CampusFile>(rows: Iterable<object> | undefined) => [
    ...((rows ?? []) as Iterable<CampusRecords[Kind] & { term_id?: string }>),
  ];
  const [people, people2] = [read<'people'>(first.people), read<'people'>(second['people'])];
  const [sections, sections2] = [read<'sections'>(first.sections), read<'sections'>(second['sections'])];
  const [times, times2] = [
    read<'class_times'>(first.class_times),
    read<'class_times'>(second['class_times']),
  ];
  const members = read<'memberships'>(first.memberships);
  const members2 = read<'memberships'>(second['memberships']);
  const members3 = read<'memberships'>(third['memberships']);
  const studentsIn = (rows: CampusRecords['memberships'][]) =>
    new Set(rows.filter(({ ended }) => ended === '').map(({ institution_id }) => institution_id));
  const [students, students2, students3] = [members, members2, members3].map(studentsIn);
  const before = (id: string) => people.some(({ institution_id }) => institution_id === id);
  const left = [...(students ?? [])].filter((id) => !students2?.has(id));

  it('are the same for the same seed', () => {
    const again = createLaterFiles(options);
    for (const [name, rows] of Object.entries({ ...again.second }))
      if (name !== 'memberships') expect([...rows]).toEqual([...(second[name] ?? [])]);
    expect([...(again.third['memberships'] ?? [])]).toEqual(members3);
  });

  it('change people’s names and addresses but not their IDs, and add students', () => {
    const before = new Map(people.map((person) => [person.institution_id, person]));
    const returning = people2.filter(({ institution_id: id }) => before.has(id));
    expect(returning).toHaveLength(people.length);
    const otherEmail = returning.filter(({ institution_id: id, email }) => before.get(id)?.email !== email);
    const otherName = returning.filter(({ institution_id: id, name }) => before.get(id)?.name !== name);
    expect(otherName.length).toBeGreaterThan(10);
    expect(otherEmail.length).toBeGreaterThan(otherName.length);
    expect(people2.length).toBeGreaterThan(people.length);
    expect(idsOf(people2 as never, 'email').size).toBe(people2.length);
  });

  it('contain students who leave, join late or move between sections', () => {
    expect(left.length).toBeGreaterThan(10);
    const joined = members2.filter(({ institution_id: id }) => !before(id));
    expect(joined.length).toBeGreaterThan(10);
    for (const { began } of joined) expect(began).toBe(MID_TERM);
    const moved = members2.filter(({ ended }) => ended === MID_TERM);
    expect(moved.length).toBeGreaterThan(10);
    for (const { institution_id: id, section_id: section } of moved)
      expect(
        members2.some(
          (row) => row.institution_id === id && row.began === MID_TERM && row.section_id !== section,
        ),
      ).toBe(true);
  });

  it('contain renamed sections, and new sections with half of another section’s students', () => {
    const names = new Map(sections.map(({ section_id, section }) => [section_id, section]));
    expect(sections2.some(({ section_id: id, section }) => names.has(id) && names.get(id) !== section)).toBe(
      true,
    );
    const added = sections2.filter(({ section_id: id }) => !names.has(id));
    expect(added.length).toBeGreaterThan(0);
    for (const { section_id: id } of added) {
      const count = (section: string) =>
        members2.filter((row) => row.section_id === section && row.ended === '').length;
      expect(count(id)).toBeGreaterThan(count(id.replace(/-B$/u, '')) / 3);
    }
    const all = idsOf(sections2 as never, 'section_id');
    for (const { section_id: id } of [...members2, ...times2]) expect(all.has(id)).toBe(true);
  });

  it('change rooms in the timetable without double booking', () => {
    const roomOf = new Map(times.map((time) => [`${time.section_id} ${time.weekday}`, time.room_id]));
    const changed = times2.filter(({ section_id: id, weekday, room_id }) => {
      const room = roomOf.get(`${id} ${weekday}`);
      return room !== undefined && room !== room_id;
    });
    expect(changed.length).toBeGreaterThan(3);
    const uses = times2.map(({ room_id, weekday, starts }) => `${room_id} ${weekday} ${starts}`);
    expect(new Set(uses).size).toBe(uses.length);
  });

  it('reuse section IDs in the next term for other courses, with some students who had left', () => {
    const ids = idsOf(sections2 as never, 'section_id');
    const sections3 = read<'sections'>(third['sections']);
    const courses = idsOf(sections2 as never, 'course_id');
    expect(sections3).toHaveLength(sections2.length);
    for (const { section_id: id, course_id, term_id } of sections3)
      expect([ids.has(id), courses.has(course_id), term_id]).toEqual([true, false, '2027-spring']);
    for (const { term_id } of members3) expect(term_id).toBe('2027-spring');
    const back = left.filter((id) => students3?.has(id));
    expect(back.length).toBeGreaterThan(0);
    expect(back.length).toBeLessThan(left.length);
  });
});
