import type { RosterNotice, RosterNoticeLine } from '@qr-attendance/contracts';
import { call, eventually, nextPage, someone } from '@qr-attendance/test-kit';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { csv, newId, type Office, openOffice } from './support/office.ts';
import { importStatedCourse } from './support/stated-course.ts';
import { dayIn } from './support/timetable.ts';

const NOTICES = '/api/courses/roster-notices';

let office: Office;
beforeAll(async () => {
  office = await openOffice(['auth', 'course', 'attendance']);
});
afterAll(() => office.close());

const ask = <Body>(user: string, method: string, path: string, body?: object) =>
  call<Body>(office.services.urls.course, method, path, { token: office.tokenOf(user), body });
const noticesOf = async (user: string): Promise<RosterNotice[]> =>
  (await ask<RosterNotice[]>(user, 'GET', NOTICES)).body;
const counts = (notices: RosterNotice[]) =>
  notices.map(({ kind, section, added, ended }) => [kind, section.name, added, ended]);

describe('notices about a roster (rule 18)', () => {
  it('reach the owner and co-teachers once per import and section', async () => {
    const { a, b, id, students, teacher, colleague, file } = await importStatedCourse(office, 4);
    expect(await noticesOf(teacher)).toMatchObject([
      {
        course: { _id: id, name: 'Optics' },
        section: { name: 'A' },
        kind: 'applied',
        source: 'files',
        added: 4,
        ended: 0,
      },
    ]);
    expect(await noticesOf(colleague)).toEqual(await noticesOf(teacher));
    await office.apply('memberships', file);
    expect(await noticesOf(teacher)).toHaveLength(1);
    const [firstStudent = '', secondStudent = '', thirdStudent = ''] = students;
    const next = csv('section,person', [
      [a, firstStudent],
      [b, secondStudent],
      [b, thirdStudent],
    ]);
    await office.apply('memberships', next, { complete: true });
    const latest = (await noticesOf(teacher)).filter(({ added }) => added !== 4);
    expect(counts(latest).toSorted()).toEqual([
      ['applied', 'A', 0, 3],
      ['applied', 'B', 2, 0],
    ]);
  });

  it('describe what an undo changed, even after a crash at its end', async () => {
    const { run, teacher } = await importStatedCourse(office, 2);
    await office.undo(run._id);
    const undone = (await noticesOf(teacher)).filter(({ kind }) => kind === 'undone');
    expect(counts(undone)).toEqual([['undone', 'A', 0, 2]]);
    await ask(teacher, 'POST', `${NOTICES}/seen`, { ids: undone.map(({ _id }) => _id) });
    const runs = office.database.collection('imports');
    const filter = { _id: new mongoose.Types.ObjectId(run._id) };
    await runs.updateOne(filter, { $set: { state: 'undoing', writing: 'writing' } });
    await eventually(async () => expect((await runs.findOne(filter))?.['state']).toBe('undone'));
    expect(counts(await noticesOf(teacher))).toEqual([['applied', 'A', 2, 0]]);
  });

  it('list the lines of the import in the section, only for its owner and co-teachers', async () => {
    const { a, b, students, users, run, teacher, colleague } = await importStatedCourse(office, 3);
    const linesOf = (user: string, id: string, query = '') =>
      ask<RosterNoticeLine[]>(user, 'GET', `${NOTICES}/${encodeURIComponent(id)}/lines${query}`);
    const [first] = await noticesOf(teacher);
    const added = await linesOf(teacher, first?._id ?? '');
    expect(added.body).toEqual(
      users.map((_id, index) => ({
        student: {
          _id,
          name: expect.any(String),
        },
        effect: 'added',
        line: index + 2,
      })),
    );
    const page = await linesOf(colleague, first?._id ?? '', '?limit=2');
    expect(page.body).toEqual(added.body.slice(0, 2));
    const next = await ask<RosterNoticeLine[]>(colleague, 'GET', nextPage(page.headers) ?? '');
    expect(next.body).toEqual(added.body.slice(2));

    const moved = csv('section,person', [
      [b, students[0] ?? ''],
      [a, students[1] ?? ''],
    ]);
    const last = await office.apply('memberships', moved, { complete: true });
    const ofRun = (await noticesOf(teacher)).filter(({ _id }) => _id.startsWith(last._id));
    const ended = ofRun.find(({ section }) => section.name === 'A');
    expect((await linesOf(teacher, ended?._id ?? '')).body).toMatchObject([
      { student: { _id: users[0] }, effect: 'ended', line: 2 },
      { student: { _id: users[2] }, effect: 'ended' },
    ]);
    expect((await linesOf(teacher, ended?._id ?? '')).body[1]).not.toHaveProperty('line');

    await office.undo(last._id);
    const undone = (await noticesOf(teacher)).find(
      ({ _id, kind, section }) => _id.startsWith(last._id) && kind === 'undone' && section.name === 'A',
    );
    expect((await linesOf(teacher, undone?._id ?? '')).body).toHaveLength(2);
    const { body } = await ask<RosterNotice>(
      teacher,
      'GET',
      `${NOTICES}/${encodeURIComponent(undone?._id ?? '')}`,
    );
    expect(body).toEqual(undone);

    const [stranger] = await office.importPeople('staff', 1);
    for (const path of ['', '/lines'])
      for (const id of [first?._id ?? '', `${run._id} applied nothing`])
        expect(
          await ask(stranger?.user ?? '', 'GET', `${NOTICES}/${encodeURIComponent(id)}${path}`),
        ).toMatchObject({ status: 404 });
    expect((await linesOf(teacher, first?._id ?? '', '?cursor=nothing')).status).toBe(400);
  });

  describe('about a student with two lines in one course', () => {
    const importTwoLines = async (between: number) => {
      const { a, b, students, teacher } = await importStatedCourse(office, 1);
      const [moving] = await office.importPeople('student', 1);
      const nobody = Array.from({ length: between }, () => [newId(), students[0] ?? '', '', '']);
      const lines = [
        [a, moving?.id ?? '', dayIn(-30), dayIn(30)],
        ...nobody,
        [b, moving?.id ?? '', dayIn(30), ''],
      ];
      const run = await office.apply('memberships', csv('section,person,began,ended', lines));
      expect(run).toMatchObject({ state: 'done', applied: { added: 2, unmatched: between } });
      const linesIn = async (section: string, kind: string) => {
        const notice = (await noticesOf(teacher)).find(
          (one) => one._id.startsWith(run._id) && one.kind === kind && one.section.name === section,
        );
        const path = `${NOTICES}/${encodeURIComponent(notice?._id ?? '')}/lines`;
        const { body } = await ask<RosterNoticeLine[]>(teacher, 'GET', path);
        return body.map(({ student, effect, line }) => [student._id, effect, line]);
      };
      return { run, student: moving?.user, linesIn };
    };

    it.each([0, 260])(
      'show the relevant line for each section, even after an undo, with %i lines in between',
      async (between) => {
        const { run, student, linesIn } = await importTwoLines(between);
        expect(await linesIn('A', 'applied')).toEqual([[student, 'added', 2]]);
        expect(await linesIn('B', 'applied')).toEqual([[student, 'added', between + 3]]);
        await office.undo(run._id);
        expect(await linesIn('A', 'undone')).toEqual([[student, 'ended', 2]]);
        expect(await linesIn('B', 'undone')).toEqual([[student, 'ended', between + 3]]);
      },
    );
  });

  it('use an index on the sections of an import', async () => {
    const indexes = await office.database.collection('importbatches').indexes();
    for (const field of ['effects', 'undone'])
      expect(indexes.map(({ key }) => key)).toContainEqual({
        runId: 1,
        [`${field}.sectionId`]: 1,
        order: 1,
      });
  });

  it('are hidden only for the person who has dismissed them', async () => {
    const { teacher, colleague } = await importStatedCourse(office, 1);
    const [notice] = await noticesOf(teacher);
    const [stranger] = await office.importPeople('staff', 1);
    const seen = { ids: [notice?._id ?? ''] };
    expect((await ask(stranger?.user ?? '', 'POST', `${NOTICES}/seen`, seen)).status).toBe(204);
    expect(await noticesOf(teacher)).toHaveLength(1);
    expect((await ask(teacher, 'POST', `${NOTICES}/seen`, seen)).status).toBe(204);
    expect((await ask(teacher, 'POST', `${NOTICES}/seen`, seen)).status).toBe(204);
    expect(await noticesOf(teacher)).toEqual([]);
    expect(await noticesOf(colleague)).toHaveLength(1);
    expect(await noticesOf(stranger?.user ?? '')).toEqual([]);
    expect((await ask(teacher, 'POST', `${NOTICES}/seen`, { ids: [] })).status).toBe(400);
    const token = office.services.tokenFor(someone('STUDENT'));
    expect((await call(office.services.urls.course, 'GET', NOTICES, { token })).status).toBe(403);
  });

  it('omit an erased student of the import', async () => {
    const { run, users, teacher } = await importStatedCourse(office, 2);
    await office.publishUser(users[0] ?? '', 'STUDENT', { erased: true });
    const batches = office.database.collection<{ effects: { key: string }[] }>('importbatches');
    const filter = { runId: new mongoose.Types.ObjectId(run._id) };
    await eventually(async () => {
      const [batch] = await batches.find(filter as object).toArray();
      expect(batch?.effects).toHaveLength(1);
    });
    expect(counts(await noticesOf(teacher))).toEqual([['applied', 'A', 2, 0]]);
  });
});
