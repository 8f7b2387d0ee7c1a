import { type CampusOptions, createCampus } from './campus.ts';
import { type Choice, createChoice } from './choose.ts';
import { createLaterPeople, type LaterPeople } from './later-people.ts';
import { createLaterSections, type LaterSections } from './later-sections.ts';
import { createCampusRandom } from './random.ts';
import type { CampusRecords } from './records.ts';
import { TERM } from './structure.ts';

/** A day after all changes of memberships in the first files. */
export const MID_TERM = '2026-11-30';
const NEXT_TERM = {
  term_id: '2027-spring',
  name: 'Spring 2027',
  starts: '2027-03-01',
  ends: '2027-07-16',
} satisfies CampusRecords['terms'];

type Membership = CampusRecords['memberships'];
type WithTermId<Row> = Row & { term_id: string };

export type LaterFiles = Record<string, Iterable<object>>;

const laterLines = (
  row: Membership,
  otherSection: string | undefined,
  { choice, people, sections }: { choice: Choice; people: LaterPeople; sections: LaterSections },
): Membership[] => {
  const { institution_id: student, section_id: id } = row;
  if (row.ended !== '') return [row];
  if (people.leaving.has(student)) return [];
  const split = sections.splits.get(id);
  const isSplitOff = split !== undefined && choice.happens('split off', `${id} ${student}`, 1 / 2);
  const target = isSplitOff ? split : people.moving.has(student) ? otherSection : undefined;
  const joining = people.joining.get(student);
  const own =
    target === undefined
      ? [row]
      : [
          { ...row, ended: MID_TERM },
          { ...row, section_id: target, began: MID_TERM },
        ];
  return joining
    ? [...own, { ...row, section_id: target ?? id, institution_id: joining.institution_id, began: MID_TERM }]
    : own;
};

/**
 * Creates the second and the third files of a campus. The second files describe the middle of the term:
 * students move, leave and join late, sections are renamed and split, names, addresses and rooms change. The
 * third files describe the next term, which reuses section ids and in which some former students return.
 */
export const createLaterFiles = (options: CampusOptions): { second: LaterFiles; third: LaterFiles } => {
  const campus = createCampus(options);
  const choice = createChoice(options.seed);
  const random = createCampusRandom(options.seed + 1);
  const people = createLaterPeople(choice, random, [...campus.people]);
  const before = {
    sections: [...campus.sections],
    rooms: [...campus.rooms],
    class_times: [...campus.class_times],
  };
  const sections = createLaterSections(choice, before);
  const staff = [...campus.staff];
  const sectionsOf = Map.groupBy(before.sections, ({ course_id }) => course_id);
  const otherSections = new Map(
    [...sectionsOf.values()].flatMap((rows) =>
      rows.flatMap(({ section_id }, index): [string, string][] => {
        const other = rows[(index + 1) % rows.length]?.section_id;
        return other === undefined || other === section_id ? [] : [[section_id, other]];
      }),
    ),
  );
  function* readMidTerm(): Generator<Membership> {
    for (const row of createCampus(options).memberships)
      yield* laterLines(row, otherSections.get(row.section_id), { choice, people, sections });
  }
  function* readNextTerm(): Generator<WithTermId<Membership>> {
    const inTerm = { term_id: NEXT_TERM.term_id, began: NEXT_TERM.starts, ended: '' };
    for (const row of readMidTerm()) if (row.ended === '') yield { ...row, ...inTerm };
    for (const row of createCampus(options).memberships)
      if (row.ended === '' && people.returning.has(row.institution_id)) yield { ...row, ...inTerm };
  }
  const nextCourse = (id: string): string => `${id}-27S`;
  const ofNextTerm = staff.filter(({ scope }) => scope !== 'unit');

  return {
    second: {
      rooms: sections.rooms,
      people: people.rows,
      sections: sections.rows,
      class_times: sections.classTimes,
      memberships: readMidTerm(),
    },
    third: {
      terms: [TERM, NEXT_TERM],
      sections: sections.rows.map((row) => ({
        ...row,
        course_id: nextCourse(row.course_id),
        term_id: NEXT_TERM.term_id,
      })),
      staff: ofNextTerm.map((row) => ({
        ...row,
        scope_id: row.scope === 'course' ? nextCourse(row.scope_id) : row.scope_id,
        term_id: NEXT_TERM.term_id,
        began: NEXT_TERM.starts,
        ended: NEXT_TERM.ends,
      })),
      class_times: sections.classTimes.map((row) => ({ ...row, term_id: NEXT_TERM.term_id })),
      memberships: readNextTerm(),
    },
  };
};
