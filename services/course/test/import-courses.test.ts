import type {
  AuditLogEntry,
  Course,
  CourseStaff,
  EnrollmentRequest,
  EnrollmentState,
  ImportRun,
  Term,
} from '@qr-attendance/contracts';
import { call, eventually, someone } from '@qr-attendance/test-kit';
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

const importPeople: Office['importPeople'] = (...people) => office.importPeople(...people);
const importCourse: Office['importCourse'] = (sections) => office.importCourse(sections);
const storedCourse: Office['storedCourse'] = (externalId) => office.storedCourse(externalId);
interface StoredMembership {
  studentId: string;
  active: boolean;
  version: number;
  periods: { sectionId: string; began: Date; ended?: Date; voided: boolean; end?: { how: string } }[];
}
const membershipsIn = async (externalId: string) => {
  const course = await storedCourse(externalId);
  const names = new Map(course?.sections.map(({ id, name }) => [id, name]));
  const found = await database
    .collection<StoredMembership>('enrollments')
    .find({ courseId: course?._id } as object)
    .toArray();
  const day = (moment: Date | undefined) => moment?.toISOString().slice(0, 10);
  return Object.fromEntries(
    found.map(({ studentId, periods }) => [
      studentId,
      periods
        .filter(({ voided }) => !voided)
        .map(({ sectionId, began, ended }) => [names.get(sectionId), day(began), day(ended)]),
    ]),
  );
};
const versionsOf = async () =>
  (await database.collection<StoredMembership>('enrollments').find().toArray()).map(({ version }) => version);

describe('an import of courses and sections', () => {
  it('adds a course per ID with its sections, changes it, and can be undone', async () => {
    const { course, ids, run } = await importCourse();
    expect(run).toMatchObject({ state: 'done', applied: { added: 2, changed: 0, error: 0 } });
    const stored = await storedCourse(course);
    expect(stored?.sections).toMatchObject([
      { id: stored?._id.toHexString(), name: '1', externalId: ids[0] },
      { name: '2', externalId: ids[1] },
    ]);
    const line = (name: string, id = newId(), section = '3') => [id, section, course, course, name, 3];
    const renamed = await office.apply(
      'sections',
      csv(SECTIONS, [line('Optics II', ids[0], '1'), line('Optics II')]),
    );
    expect(renamed).toMatchObject({ state: 'done', applied: { added: 0, changed: 2 } });
    expect(await storedCourse(course)).toMatchObject({
      name: 'Optics II',
      sections: [{ name: '1' }, { name: '2' }, { name: '3' }],
    });
    expect(await office.undo(renamed._id)).toMatchObject({ undo: { restored: 1, kept: 0 } });
    const restored = await storedCourse(course);
    expect(restored?.name).toBe('Optics');
    expect(restored?.sections.filter(({ externalId }) => externalId).map(({ name }) => name)).toEqual([
      '1',
      '2',
    ]);
    expect(await office.undo(run._id)).toMatchObject({ undo: { restored: 1, kept: 0 } });
    expect(await storedCourse(course)).toBeNull();
  });

  it('restores sections that an undo archived, whatever the line order, and can be undone again', async () => {
    const { course, ids } = await importCourse(1);
    const lines = [newId(), newId()].map((id, index) => [id, `A${index}`, course, course, 'Optics', 3]);
    const first = await office.apply('sections', csv(SECTIONS, lines));
    const sections = (await storedCourse(course))?.sections ?? [];
    expect(sections.map(({ externalId }) => externalId)).toEqual([ids[0], lines[0]?.[0], lines[1]?.[0]]);
    await office.undo(first._id);
    const archived = (await storedCourse(course))?.sections.filter((section) => section.archived);
    expect(archived?.map(({ name, externalId }) => [name, externalId])).toEqual([
      ['A0', undefined],
      ['A1', undefined],
    ]);

    const counts = { changed: 2, error: 0 };
    const again = await office.apply('sections', csv(SECTIONS, lines.toReversed()));
    expect(again).toMatchObject({ state: 'done', preview: counts, applied: counts });
    const [one, two, three] = sections;
    expect((await storedCourse(course))?.sections).toEqual([one, three, two]);
    expect(await office.undo(again._id)).toMatchObject({ undo: { restored: 1, kept: 0 } });
  });

  it('keeps the term that a teacher chose, and archived courses, unless the file names another term', async () => {
    const { course, ids } = await importCourse();
    const lines = (...more: string[]) =>
      ids.map((id, index) => [id, String(index + 1), course, course, 'Optics', 3, ...more]);
    const file = csv(SECTIONS, lines());
    const days = { firstDay: '2031-09-28', lastDay: '2032-02-12', breaks: [] };
    const { body: term } = await office.ask<Term>('POST', '/api/terms', { name: newId(), ...days });
    const stored = await storedCourse(course);
    const details = { name: 'Optics', code: course, section: '1', semester: 3, version: stored?.version };
    const edited = await call(services.urls.course, 'PUT', `/api/courses/${stored?._id.toHexString()}`, {
      ...someoneWith(stored?.teacherId ?? ''),
      body: { ...details, termId: term._id },
    });
    expect(edited.status).toBe(200);
    await office.ask('POST', `/api/terms/${term._id}/archive`);
    const archived = { termId: term._id, archived: true, archivedWithTerm: true };
    await eventually(async () => expect(await storedCourse(course)).toMatchObject(archived));

    const before = await storedCourse(course);
    expect(await office.apply('sections', file)).toMatchObject({ applied: { unchanged: 2, changed: 0 } });
    expect(await storedCourse(course)).toEqual(before);
    await office.apply('sections', file.replaceAll('Optics', 'Optics II'));
    expect(await storedCourse(course)).toMatchObject({ name: 'Optics II', ...archived });

    const other = newId();
    await office.apply('terms', `id,name,starts,ends\n${other},${other},2032-03-01,2032-07-31`);
    await office.apply('sections', csv(`${SECTIONS},term`, lines(other)));
    const moved = await storedCourse(course);
    expect(moved).toMatchObject({ archived: true, termId: expect.not.stringContaining(term._id) });
    expect(moved).not.toHaveProperty('archivedWithTerm');
  });

  it('reports unknown terms and units, and sections with the same name', async () => {
    const [course, other] = [newId(), newId()];
    const run = await office.apply(
      'sections',
      csv(`${SECTIONS},term,unit`, [
        [newId(), 'A', course, course, 'Optics', 3, '', ''],
        [newId(), 'A', course, course, 'Optics', 3, '', ''],
        [newId(), 'A', other, other, 'Optics', 3, 'never', ''],
        [newId(), 'A', other, other, 'Optics', 3, '', 'nowhere'],
        [newId(), 'A', other, other, 'Optics', 99, '', ''],
      ]),
    );
    expect(run).toMatchObject({ applied: { added: 1, unmatched: 2, error: 2 } });
    expect(await storedCourse(other)).toBeNull();
  });
});

describe('an import of memberships', () => {
  it('does not count moving a student whom an import added among the changes to confirm', async () => {
    const { course, ids } = await importCourse();
    const [one = '', two = ''] = ids;
    const students = await importPeople('student', 300);
    const [moves] = students;
    const file = csv('section_id,institution_id,began,ended', [
      ...students.map(({ id }) => [one, id, '2026-09-28', '']),
      [two, moves?.id ?? '', '2026-10-20', ''],
    ]);
    const counts = { added: 301, changed: 0, ended: 0, unchanged: 0, error: 0 };
    const run = await office.preview('memberships', file);
    expect(run).toMatchObject({ state: 'previewed', preview: counts });
    await office.act(run._id, 'confirm', { changes: run.changesToConfirm });
    expect(await office.settle(run._id)).toMatchObject({ state: 'done', applied: counts });
    const memberships = await membershipsIn(course);
    expect(Object.keys(memberships)).toHaveLength(300);
    expect(memberships[moves?.user ?? '']?.map(([section]) => section)).toEqual(['1', '2']);
  });

  it('enrolls, moves and ends students with dates, changes nothing when repeated, and can be undone', async () => {
    const { course, ids } = await importCourse();
    const [one, two] = ids;
    const [stays, moves, leaves] = await importPeople('student', 3);
    const file = csv('section_id,institution_id,began,ended', [
      [one ?? '', stays?.id ?? '', '2026-09-28', ''],
      [one ?? '', moves?.id ?? '', '2026-09-28', '2026-10-20'],
      [two ?? '', moves?.id ?? '', '2026-10-20', ''],
      [two ?? '', leaves?.id ?? '', '28.09.2026', '01.11.2026'],
    ]);
    const run = await office.apply('memberships', file);
    expect(run).toMatchObject({ state: 'done', applied: { unmatched: 0, error: 0, unchanged: 0 } });
    const imported = await membershipsIn(course);
    expect(imported).toEqual({
      [stays?.user ?? '']: [['1', expect.stringMatching(/^2026-09-2/), undefined]],
      [moves?.user ?? '']: [
        ['1', expect.stringMatching(/^2026-09-2/), expect.stringMatching(/^2026-10-/)],
        ['2', expect.stringMatching(/^2026-10-/), undefined],
      ],
      [leaves?.user ?? '']: [['2', expect.stringMatching(/^2026-09-2/), expect.stringMatching(/^2026-1/)]],
    });
    const versions = await versionsOf();
    const again = await office.apply('memberships', file);
    expect(again).toMatchObject({ applied: { unchanged: 4, added: 0 } });
    expect(await versionsOf()).toEqual(versions);

    expect(await office.undo(run._id)).toMatchObject({ undo: { restored: 0, kept: 0 } });
    expect(await membershipsIn(course)).toEqual(imported);
    expect(await office.undo(again._id)).toMatchObject({ undo: { restored: 3, kept: 0 } });
    expect(Object.values(await membershipsIn(course))).toEqual([[], [], []]);
    expect(await office.apply('memberships', file)).toMatchObject({ state: 'done' });
    expect(await membershipsIn(course)).toEqual(imported);
  });

  it('ends missing students if it is complete, but only in its courses and after a confirmation', async () => {
    const [first, second] = [await importCourse(1), await importCourse(1)];
    const students = await importPeople('student', 10);
    const lines = (section = '', some = students) => some.map(({ id }) => [section, id, '2026-09-28']);
    const header = 'section,person,began';
    const all = csv(header, [...lines(first.ids[0]), ...lines(second.ids[0])]);
    await office.apply('memberships', all, { complete: true });
    const before = await membershipsIn(first.course);

    const few = csv(header, lines(first.ids[0], students.slice(0, 2)));
    const run = await office.preview('memberships', few, { complete: true });
    expect(run).toMatchObject({ preview: { unchanged: 2, ended: 8 }, changesToConfirm: 8 });
    expect(await office.act(run._id, 'confirm', {})).toMatchObject({
      status: 409,
      body: { code: 'confirm_changes' },
    });
    await office.act(run._id, 'confirm', { changes: 8 });
    expect(await office.settle(run._id)).toMatchObject({ state: 'done', applied: { ended: 8 } });
    const countActive = async (course: string) =>
      database
        .collection('enrollments')
        .countDocuments({ courseId: (await storedCourse(course))?._id, active: true } as object);
    expect(await countActive(first.course)).toBe(2);
    expect(await countActive(second.course)).toBe(10);
    expect(await office.undo(run._id)).toMatchObject({ undo: { restored: 8, kept: 0 } });
    expect(await membershipsIn(first.course)).toEqual(before);
  });

  it('keeps memberships that a teacher changed since when it is undone', async () => {
    const { course, ids } = await importCourse(1);
    const [teacher] = await importPeople('staff', 1);
    await office.apply(
      'staff',
      csv('person,role,scope,scope_id', [[teacher?.id ?? '', 'owner', 'course', course]]),
    );
    const students = await importPeople('student', 2);
    const file = csv(
      'section,person',
      students.map(({ id }) => [ids[0] ?? '', id]),
    );
    const run = await office.apply('memberships', file);
    const id = (await storedCourse(course))?._id.toHexString() ?? '';
    const token = services.tokenFor({ ...someone('TEACHER'), id: teacher?.user ?? '' });
    const removed = await call(
      services.urls.course,
      'DELETE',
      `/api/courses/${id}/students/${students[0]?.user}`,
      { token },
    );
    expect(removed.status).toBe(204);
    expect(await office.undo(run._id)).toMatchObject({ undo: { restored: 1, kept: 1 } });
  });

  it('removes the requests of the students whom it enrolls', async () => {
    const { course, ids } = await importCourse(1);
    const stored = await storedCourse(course);
    const path = `/api/courses/${stored?._id.toHexString()}`;
    const teacher = someoneWith(stored?.teacherId ?? '');
    const [enrolled, waiting] = await importPeople('student', 2);
    const ask = <Body>(who: { token: string }, method: string, to: string, body?: unknown) =>
      call<Body>(services.urls.course, method, `${path}${to}`, { ...who, body });
    await ask(teacher, 'PUT', '/enrollment-settings', { mode: 'APPROVAL', mayLeave: false });
    for (const student of [enrolled, waiting]) {
      const caller = { token: services.tokenFor({ ...someone('STUDENT'), id: student?.user ?? '' }) };
      const { body } = await ask<EnrollmentState>(caller, 'POST', '/enrollment-request');
      expect(body.way).toBe('WAITING');
    }
    await office.apply('memberships', csv('section,person', [[ids[0] ?? '', enrolled?.id ?? '']]));
    const { body: requests } = await ask<EnrollmentRequest[]>(teacher, 'GET', '/enrollment-requests');
    expect(requests.map(({ student }) => student._id)).toEqual([waiting?.user]);

    await ask(teacher, 'DELETE', `/students/${enrolled?.user}`);
    const both = { studentIds: [enrolled?.user, waiting?.user] };
    expect(await ask(teacher, 'POST', '/enrollment-requests/approve', both)).toMatchObject({
      body: { studentIds: [waiting?.user] },
    });
    expect((await ask<Course>(teacher, 'GET', '')).body.students).toEqual([waiting?.user]);
  });

  it('reports unknown sections and people, and people who are not students', async () => {
    const { ids } = await importCourse(1);
    const [teacher] = await importPeople('staff', 1);
    const [student] = await importPeople('student', 1);
    const run = await office.preview(
      'memberships',
      csv('section,person,began,ended', [
        ['nowhere', student?.id ?? '', '', ''],
        [ids[0] ?? '', 'nobody', '', ''],
        [ids[0] ?? '', teacher?.id ?? '', '', ''],
        [ids[0] ?? '', student?.id ?? '', '2026-10-02', '2026-10-01'],
        [ids[0] ?? '', student?.id ?? '', 'yesterday', ''],
      ]),
    );
    expect(run.examples?.map(({ line, problem }) => [line, problem])).toEqual([
      [2, 'unknown_section'],
      [3, 'unknown_person'],
      [4, 'not_a_student'],
      [5, 'days_reversed'],
      [6, 'not_a_day'],
    ]);
  });
});

const STAFF = 'institution_id,role,scope,scope_id,began,ended';
const problemsOf = ({ examples = [] }: ImportRun) =>
  examples
    .flatMap(({ line, problem }) => (problem ? [[line, problem] as const] : []))
    .toSorted(([one], [other]) => one - other);
const auditOf = async (courseId: string) => {
  const path = `/api/units/audit-log?courseId=${courseId}`;
  const { body } = await office.ask<AuditLogEntry[]>('GET', path);
  return body.map(({ action, person, role }) => [action, person?._id, role]);
};
const someoneWith = (id: string) => ({ token: services.tokenFor({ ...someone('TEACHER'), id }) });

describe('an import of staff', () => {
  it('hands courses over to their teachers, adds other staff with dates, and can be undone', async () => {
    const { course } = await importCourse(1);
    const [owner, other] = await importPeople('staff', 2);
    const before = await storedCourse(course);
    const file = csv('institution_id,role,scope,scope_id,began,ended', [
      [owner?.id ?? '', 'owner', 'course', course, '2026-09-28', '2027-02-12'],
      [other?.id ?? '', 'co-teacher', 'course', course, '2026-09-28', '2027-02-12'],
      [other?.id ?? '', 'owner', 'course', course, '', ''],
      [other?.id ?? '', 'dean', 'course', course, '', ''],
    ]);
    const run = await office.apply('staff', file);
    expect(run).toMatchObject({ state: 'done', applied: { changed: 2, error: 2 } });
    expect(await storedCourse(course)).toMatchObject({
      teacherId: owner?.user,
      staff: [{ userId: other?.user, role: 'co-teacher' }],
    });
    const { token } = someoneWith(owner?.user ?? '');
    const { body } = await call<Course[]>(services.urls.course, 'GET', '/api/courses', { token });
    expect(body.map(({ name, role }) => [name, role])).toEqual([['Optics', 'owner']]);
    const handedOver = ['staff_handed_over', owner?.user, 'owner'];
    const added = ['staff_added', other?.user, 'co-teacher'];
    expect(await auditOf(body[0]?._id ?? '')).toEqual([added, handedOver]);
    const staff = await call<CourseStaff>(services.urls.course, 'GET', `/api/courses/${body[0]?._id}/staff`, {
      token,
    });
    expect(staff.body.changes.map(({ user, change }) => [change, user._id])).toEqual([
      ['added', other?.user],
      ['handed_over', owner?.user],
    ]);
    const again = await office.apply('staff', file);
    expect(again).toMatchObject({ applied: { unchanged: 2, changed: 0 } });
    await office.undo(run._id);
    expect(await storedCourse(course)).toMatchObject({ teacherId: owner?.user });
    await office.undo(again._id);
    expect(await storedCourse(course)).toMatchObject({ teacherId: before?.teacherId });
    expect((await auditOf(body[0]?._id ?? '')).slice(0, 2)).toEqual([
      ['staff_removed', other?.user, 'co-teacher'],
      ['staff_handed_over', before?.teacherId, 'owner'],
    ]);
  });

  it('limits assistants to the sections of their lines, and keeps earlier sections', async () => {
    const { course, ids } = await importCourse(3);
    const [assistant, other] = await importPeople('staff', 2);
    const [first = '', second = '', third = ''] = ids;
    const header = 'institution_id,role,scope,scope_id';
    const linesOf = (...sections: string[]) =>
      sections.map((section) => [assistant?.id ?? '', 'assistant', 'section', section]);
    const sectionsOfStaff = async () => {
      const stored = await storedCourse(course);
      const names = new Map(stored?.sections.map(({ id, name }) => [id, name]));
      return stored?.staff?.map(({ userId, role, sectionIds }) => [
        userId,
        role,
        sectionIds?.map((id) => names.get(id)).toSorted(),
      ]);
    };
    const run = await office.apply('staff', csv(header, linesOf(first, third)));
    expect(run).toMatchObject({ applied: { changed: 2, error: 0 } });
    expect(await sectionsOfStaff()).toEqual([[assistant?.user, 'assistant', ['1', '3']]]);
    expect(await office.apply('staff', csv(header, linesOf(first)))).toMatchObject({
      applied: { changed: 0, unchanged: 1 },
    });
    const later = await office.apply('staff', csv(header, linesOf(second)));
    expect(await sectionsOfStaff()).toEqual([[assistant?.user, 'assistant', ['1', '2', '3']]]);
    await office.undo(later._id);
    expect(await sectionsOfStaff()).toEqual([[assistant?.user, 'assistant', ['1', '3']]]);

    const wrong = csv(header, [
      ...linesOf('nowhere'),
      [other?.id ?? '', 'substitute', 'section', first],
      [other?.id ?? '', 'assistant', 'section', first],
      [other?.id ?? '', 'assistant', 'course', course],
    ]);
    const { examples = [] } = await office.preview('staff', wrong);
    expect(examples.flatMap(({ line, problem }) => (problem ? [[line, problem]] : []))).toEqual([
      [2, 'unknown_section'],
      [3, 'missing'],
      [5, 'repeated'],
    ]);
  });

  it('limits substitutes to their dates and sections, with the rights of an assistant', async () => {
    const { course, ids } = await importCourse(2);
    const [stand, other] = await importPeople('staff', 2);
    const [first = '', second = ''] = ids;
    const file = csv(STAFF, [
      [stand?.id ?? '', 'substitute', 'section', first, '2026-09-28', '2100-10-02'],
      [other?.id ?? '', 'substitute', 'course', course, '', '2026-10-02'],
      [other?.id ?? '', 'substitute', 'course', course, '2026-09-28', ''],
      [other?.id ?? '', 'co-teacher', 'section', second, '', ''],
      [other?.id ?? '', 'program-administrator', 'course', course, '', ''],
    ]);
    const run = await office.apply('staff', file);
    expect(run).toMatchObject({ applied: { changed: 1, error: 4 } });
    expect(problemsOf(run)).toEqual([
      [3, 'missing'],
      [4, 'missing'],
      [5, 'role_scope'],
      [6, 'role_scope'],
    ]);
    const stored = await storedCourse(course);
    const [{ id: firstId = '' } = {}, { id: secondId = '' } = {}] = stored?.sections ?? [];
    const limited = { userId: stand?.user, role: 'substitute', sectionIds: [firstId] };
    expect(stored?.staff).toMatchObject([limited]);
    const token = services.tokenFor({ ...someone('TEACHER'), id: stand?.user ?? '' });
    const courseId = stored?._id.toHexString() ?? '';
    const { body } = await call<Course[]>(services.urls.course, 'GET', '/api/courses', { token });
    expect(body.map(({ _id, role }) => [_id, role])).toEqual([[courseId, 'assistant']]);
    const start = { courseId, date: '2026-10-01', startTime: new Date().toISOString() };
    for (const sections of [[], [{ courseId, sectionId: firstId }], [{ courseId, sectionId: secondId }]])
      expect(
        await call(services.urls.session, 'POST', '/api/sessions', { token, body: { ...start, sections } }),
      ).toMatchObject({ status: 403 });
    expect(await office.apply('staff', file)).toMatchObject({ applied: { changed: 0, unchanged: 1 } });
    // A role with other days is another role, so it does not get the sections of the previous role.
    const later = csv(STAFF, [
      [stand?.id ?? '', 'substitute', 'section', second, '2026-11-02', '2100-11-06'],
    ]);
    const replaced = await office.apply('staff', later);
    expect((await storedCourse(course))?.staff).toMatchObject([{ ...limited, sectionIds: [secondId] }]);
    await office.undo(replaced._id);
    expect((await storedCourse(course))?.staff).toMatchObject([limited]);
  });

  it('assigns roles in units with dates, and an undo removes them', async () => {
    const [institution, program] = [newId(), newId()];
    await office.apply(
      'units',
      csv('id,parent,kind,name', [
        [institution, '', 'institution', 'Campus'],
        [program, institution, 'program', 'Physics'],
      ]),
    );
    const [head, dean, other] = await importPeople('staff', 3);
    const [student] = await importPeople('student', 1);
    const units = database.collection('units');
    const staffOf = async (externalId: string) =>
      ((await units.findOne({ externalId, deleted: { $ne: true } }))?.['staff'] ?? []) as object[];
    const file = csv(STAFF, [
      [head?.id ?? '', 'program-administrator', 'unit', program, '2026-09-28', '2100-02-12'],
      [dean?.id ?? '', 'institution-administrator', 'unit', institution, '', ''],
      [other?.id ?? '', 'auditor', 'unit', program, '', ''],
      [other?.id ?? '', 'institution-administrator', 'unit', program, '', ''],
      [other?.id ?? '', 'program-administrator', 'unit', program, '', ''],
      [other?.id ?? '', 'owner', 'unit', program, '', ''],
      [other?.id ?? '', 'auditor', 'unit', newId(), '', ''],
      [student?.id ?? '', 'auditor', 'unit', program, '', ''],
    ]);
    expect(await office.preview('staff', file)).toMatchObject({
      preview: { changed: 3, error: 4, unmatched: 1 },
    });
    expect(await staffOf(program)).toEqual([]);
    const run = await office.apply('staff', file);
    expect(run).toMatchObject({ state: 'done', applied: { changed: 3, error: 4, unmatched: 1 } });
    expect(problemsOf(run)).toEqual([
      [5, 'role_scope'],
      [6, 'repeated'],
      [7, 'role_scope'],
      [8, 'unknown_unit'],
      [9, 'not_a_teacher'],
    ]);
    expect(await staffOf(institution)).toMatchObject([
      { userId: dean?.user, role: 'institution-administrator' },
    ]);
    expect(await staffOf(program)).toMatchObject([
      { userId: head?.user, role: 'program-administrator', until: expect.stringMatching(/^2100-02-1/) },
      { userId: other?.user, role: 'auditor' },
    ]);
    const own = await call<{ role: string }[]>(services.urls.course, 'GET', '/api/units/own-roles', {
      token: someoneWith(head?.user ?? '').token,
    });
    expect(own.body).toMatchObject([{ role: 'program-administrator' }]);
    const again = await office.apply('staff', file);
    expect(again).toMatchObject({ applied: { changed: 0, unchanged: 3 } });
    // Administrators of a unit cannot import; otherwise they could give themselves more rights.
    const asHead = await call(services.urls.course, 'POST', '/api/imports', {
      token: someoneWith(head?.user ?? '').token,
      body: { kind: 'staff', fileName: 'staff.csv', bytes: 100 },
    });
    expect(asHead.status).toBe(403);
    for (const { _id } of [run, again]) await office.undo(_id);
    expect([await staffOf(institution), await staffOf(program)]).toEqual([[], []]);
    const { body: log } = await call<{ action: string; user?: { _id: string } }[]>(
      ...([services.urls.course, 'GET', '/api/units/audit-log?limit=50'] as const),
      { token: services.tokenFor(someone('ADMIN')) },
    );
    for (const action of ['unit_staff_added', 'unit_staff_removed'])
      expect(log.filter((entry) => entry.action === action).length).toBeGreaterThanOrEqual(3);
  });
});
