import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { createCampus, MIN_CAMPUS_PEOPLE } from '../src/campus/campus.ts';
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

it('writes the same bytes for the same seed, and others for another seed', async () => {
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

    it('keeps both periods of a student who moves consecutive', () => {
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
