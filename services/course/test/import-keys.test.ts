import { eventually, someone } from '@qr-attendance/test-kit';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { csv, newId, type Office, openOffice, SECTIONS } from './support/office.ts';

let office: Office;
let services: Office['services'];
let database: Office['database'];
beforeAll(async () => {
  office = await openOffice();
  ({ services, database } = office);
});
afterAll(() => office.close());

const PEOPLE = 'person,name,email,role,semester';
const SECTIONS_OF_TERM = `${SECTIONS},term`;

const findPeople = (...institutionIds: string[]) => office.findPeople(institutionIds);
const addStudents = async (count: number): Promise<string[]> =>
  (await office.importPeople('student', count)).map(({ id }) => id);
const addTerm = async (firstDay: string, lastDay: string): Promise<string> => {
  const id = newId();
  await office.apply('terms', csv('id,name,starts,ends', [[id, id, firstDay, lastDay]]));
  return id;
};
const courseOf: Office['storedCourse'] = (externalId) => office.storedCourse(externalId);
const periodsIn = async (externalId: string) => {
  const course = await courseOf(externalId);
  const found = await database
    .collection<{ periods: { sectionId: string; began: Date; voided: boolean }[] }>('enrollments')
    .find({ courseId: course?._id } as object)
    .toArray();
  return found.flatMap(({ periods }) => periods.filter(({ voided }) => !voided));
};
const problemsOf = async (runId: string) => {
  const response = await fetch(`${services.urls.course}/api/imports/${runId}/errors`, {
    headers: { authorization: `Bearer ${services.tokenFor(someone('ADMIN'))}` },
  });
  return response.text();
};

describe('rule 12: keys are unique over the whole file', () => {
  it('a line that repeats an ID with other values 600 lines later overwrites no one', async () => {
    const id = newId();
    const others = Array.from({ length: 600 }, newId);
    const file = csv(PEOPLE, [
      [id, 'Ada First', `${id}@campus.example`, 'student', 3],
      ...others.map((other) => [other, 'Somebody Else', `${other}@campus.example`, 'student', 3]),
      [id.toUpperCase(), 'Bea Second', `${id}-2@campus.example`, 'student', 3],
    ]);
    const run = await office.preview('people', file);
    expect(run).toMatchObject({ preview: { added: 601, error: 1 } });
    expect(await problemsOf(run._id)).toContain('Line 2 states something else about the same ID or address.');
    await office.act(run._id, 'confirm', {});
    expect(await office.settle(run._id)).toMatchObject({ applied: { added: 601, error: 1 } });
    expect(await findPeople(id)).toMatchObject([{ values: { name: 'Ada First' } }]);
  });

  it('an address that a later line gives to another ID is reported, unlike an identical line', async () => {
    const [one, two] = [newId(), newId()];
    const line = [one, 'Ada', `${one}@campus.example`, 'student', 3];
    const run = await office.apply(
      'people',
      csv(PEOPLE, [line, [two, 'Bea', `${one}@Campus.example`, 'student', 3], line]),
    );
    expect(run).toMatchObject({ applied: { added: 1, error: 1, unchanged: 1 } });
    expect(await findPeople(one, two)).toMatchObject([{ values: { name: 'Ada' } }, null]);
  });

  it.each([
    ['units', 'id,kind,name', ['faculty', 'Arts'], ['faculty', 'Law']],
    [
      'terms',
      'id,name,starts,ends',
      ['Fall', '2032-09-01', '2032-12-31'],
      ['Fall', '2032-09-01', '2033-01-31'],
    ],
    ['rooms', 'id,name,capacity', ['Hall', 200], ['Hall', 20]],
  ] as const)('a file of %s that contradicts itself is reported', async (kind, header, first, second) => {
    const id = newId();
    const run = await office.preview(
      kind,
      csv(header, [
        [id, ...first],
        [id, ...second],
      ]),
    );
    expect(run).toMatchObject({ preview: { added: 1, error: 1 } });
    expect(await problemsOf(run._id)).toContain('Line 2 states something else');
  });

  it('a course must have one name in a file of sections, and a class one time in a timetable', async () => {
    const [course, one, two] = [newId(), newId(), newId()];
    const sections = csv(SECTIONS_OF_TERM, [
      [one, 'A', course, course, 'Optics', 3, ''],
      [two, 'B', course, course, 'Acoustics', 3, ''],
    ]);
    expect(await office.apply('sections', sections)).toMatchObject({ applied: { added: 1, error: 1 } });
    const classes = csv('section,weekday,start,end,firstDay,lastDay,id', [
      [one, 'MO', '09:00', '10:30', '2032-09-06', '2032-12-31', 'lecture'],
      [one, 'TU', '09:00', '10:30', '2032-09-06', '2032-12-31', 'lecture'],
    ]);
    expect(await office.preview('timetable', classes)).toMatchObject({ preview: { added: 1, error: 1 } });
  });
});

describe('rule 12: keys are unique over the campus', () => {
  it('a section that moves to another course stays one section, and its members are found there', async () => {
    const [course, other, section] = [newId(), newId(), newId()];
    const [student = ''] = await addStudents(1);
    await office.apply('sections', csv(SECTIONS_OF_TERM, [[section, 'A', course, course, 'Optics', 3, '']]));
    const run = await office.apply(
      'sections',
      csv(SECTIONS_OF_TERM, [[section, 'A', other, other, 'Law', 3, '']]),
    );
    expect(run).toMatchObject({ applied: { added: 1, error: 0 } });
    await office.apply('memberships', csv('section,person', [[section, student]]));
    expect([await periodsIn(course), await periodsIn(other)]).toMatchObject([[], [{}]]);
  });

  it('one ID in two terms means two sections, and members, staff and classes need the term', async () => {
    const fall = await addTerm('2032-09-01', '2032-12-31');
    const spring = await addTerm('2033-01-10', '2033-05-31');
    const [inFall, inSpring, crn] = [newId(), newId(), newId()];
    const run = await office.apply(
      'sections',
      csv(SECTIONS_OF_TERM, [
        [crn, 'A', inFall, inFall, 'Optics', 3, fall],
        [crn, 'A', inSpring, inSpring, 'Law', 3, spring],
      ]),
    );
    expect(run).toMatchObject({ applied: { added: 2, error: 0 } });
    const [student = ''] = await addStudents(1);
    const teacher = newId();
    await office.apply('people', csv(PEOPLE, [[teacher, 'Tia', `${teacher}@campus.example`, 'staff', '']]));

    const unclear = await office.apply('memberships', csv('section,person', [[crn, student]]));
    expect(unclear).toMatchObject({ applied: { added: 0, error: 1 } });
    expect(await problemsOf(unclear._id)).toContain('Add a column with the ID of the term.');
    const files = {
      memberships: csv('section,term,person', [[crn, spring, student]]),
      staff: csv('person,role,scope,scopeId,term', [[teacher, 'assistant', 'section', crn, spring]]),
      timetable: csv('section,term,weekday,start,end', [[crn, spring, 'MO', '09:00', '10:30']]),
    };
    expect(await office.apply('memberships', files.memberships)).toMatchObject({ applied: { added: 1 } });
    expect(await office.apply('staff', files.staff)).toMatchObject({ applied: { changed: 1, error: 0 } });
    expect(await office.apply('timetable', files.timetable)).toMatchObject({ applied: { added: 1 } });
    expect([await periodsIn(inFall), await periodsIn(inSpring)]).toMatchObject([[], [{}]]);
    const wrong = await office.apply('memberships', csv('section,term,person', [[crn, newId(), student]]));
    expect(wrong).toMatchObject({ applied: { unmatched: 1 } });
  });
});

describe('rule 4: a line without a date', () => {
  it('takes effect when it is applied, not when its file was uploaded', async () => {
    const [course, section] = [newId(), newId()];
    const [student = ''] = await addStudents(1);
    await office.apply('sections', csv(SECTIONS_OF_TERM, [[section, 'A', course, course, 'Optics', 3, '']]));
    const run = await office.preview('memberships', csv('section,person', [[section, student]]));
    const aDayAgo = new Date(Date.now() - 86_400_000);
    await database
      .collection('imports')
      .updateOne({ _id: new mongoose.Types.ObjectId(run._id) }, { $set: { createdAt: aDayAgo } });
    const before = Date.now();
    await office.act(run._id, 'confirm', {});
    expect(await office.settle(run._id)).toMatchObject({ applied: { added: 1 } });
    await eventually(async () => expect(await periodsIn(course)).toHaveLength(1));
    const [period] = await periodsIn(course);
    expect(period?.began.getTime()).toBeGreaterThanOrEqual(before);
    expect(await office.undo(run._id)).toMatchObject({ undo: { restored: 1, kept: 0 } });
    expect(await periodsIn(course)).toEqual([]);
  });
});
