import { afterEach, describe, expect, test } from '@jest/globals';
import { routes, type Complete, type Course, type Series } from '@qr-attendance/contracts';
import { edits } from '@qr-attendance/contracts/samples/edits';
import { campusClock } from '@qr-attendance/web-kit';
import { answer, callOf, fakeApi, fillIn, type Answers } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { CoursePage } from '../src/features/course/pages/course-page.tsx';
import { ruleOf, valuesOfSeries, type PlanValues } from '../src/features/plan/plan-values.ts';
import { toEdit, valuesOf, type SessionEditValues } from '../src/features/session/session-edit-values.ts';
import { toPolicyDraft } from '../src/shared/policy/policy-draft.ts';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, courseId as id, openDefaults, sessionOf } from './samples.ts';

afterEach(cleanup);

const grace = { _id: '20000000-0000-4000-8000-000000000002', name: 'Grace' };
const otherSection = '66f000000000000000000c02';
const course: Course = {
  ...algorithms,
  ...edits.editCourse.before,
  semester: 3,
  version: 3,
  sections: [
    {
      _id: id,
      name: 'A',
    },
    {
      _id: otherSection,
      name: 'B',
    },
  ],
};
const named = (_id: string, name: string) => ({ _id, name });
const days = { firstDay: '2031-09-01', lastDay: '2031-12-19', breaks: [], phase: 'UPCOMING', version: 1 };
const unitOf = (_id: string, name: string) => ({
  ...named(_id, name),
  kind: 'program',
  path: [],
  version: 1,
});

const openCourse = (answers: Record<string, Answers>) => {
  const { before, after } = edits.editCourse;
  const server = fakeApi({
    [callOf(routes.course.getCourse)]: answer(course),
    [callOf(routes.course.listCourses)]: answer([course]),
    [callOf(routes.course.listTerms)]: answer([
      { ...named(before.termId, 'Fall'), ...days },
      { ...named(after.termId, 'Winter'), ...days },
    ]),
    [callOf(routes.course.listUnits)]: answer([
      unitOf(before.unitId, 'Physics'),
      unitOf(after.unitId, 'Law'),
    ]),
    [callOf(routes.session.listSessions)]: answer([]),
    [callOf(routes.session.listSeries)]: answer([]),
    [callOf(routes.session.getSessionDefaults)]: answer(openDefaults),
    [callOf(routes.attendance.listStudentRates)]: answer([]),
    [callOf(routes.course.getEnrollmentSettings)]: answer({ mode: 'OPEN', mayLeave: false }),
    [callOf(routes.course.listFormerStudents)]: answer([]),
    [callOf(routes.course.listStaff)]: answer({ staff: [], changes: [] }),
    [callOf(routes.course.listEnrollmentRequests)]: answer([]),
    ...answers,
  });
  renderTeacher(
    <Routes>
      <Route path="/teacher/courses/:courseId" element={<CoursePage />} />
    </Routes>,
    `/courses/${id}`,
  );
  return server;
};
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

/** A change for each field of the sample. The compiler reports fields without a change. */
type Changes<Sample extends { after: object }> = Record<keyof Sample['after'], () => void | Promise<void>>;
const changeAll = async (changes: Record<string, () => void | Promise<void>>) => {
  for (const change of Object.values(changes)) await change();
};

describe('the page of a course', () => {
  test('changes every field of the course', async () => {
    const { after } = edits.editCourse;
    const EDIT = callOf(routes.course.editCourse);
    const server = openCourse({ [EDIT]: answer(course) });
    await press('Edit course');
    await changeAll({
      name: () => fillIn.text('name', after.name),
      code: () => fillIn.text('code', after.code),
      section: () => fillIn.text('section', after.section),
      semester: () => fillIn.select('semester', String(after.semester)),
      termId: () => fillIn.select('termId', 'Winter'),
      unitId: () => fillIn.select('unitId', 'Law'),
    } satisfies Changes<typeof edits.editCourse>);
    await press('Save changes');
    await waitFor(() => expect(server.bodiesOf(EDIT)).toEqual([{ ...after, version: 3 }]));
  });

  test('changes every field of a staff member', async () => {
    const { before, after } = edits.changeStaff;
    const CHANGE = callOf(routes.course.changeStaff);
    const staff = { staff: [{ user: grace, ...before }], changes: [] };
    const server = openCourse({
      [callOf(routes.course.listStaff)]: answer(staff),
      [CHANGE]: answer(staff),
    });
    await press('Change the role of Grace');
    await changeAll({
      role: () => fillIn.radio(after.role),
      from: () => fillIn.text('from', after.from),
      until: () => fillIn.text('until', after.until),
      sectionIds: async () => {
        await fillIn.deselect('sectionIds');
        await fillIn.select('sectionIds', 'B');
      },
    } satisfies Changes<typeof edits.changeStaff>);
    await press('Save');
    await waitFor(() => expect(server.bodiesOf(CHANGE)).toEqual([after]));
  });

  test('changes every enrollment setting', async () => {
    const { after } = edits.changeEnrollmentSettings;
    const CHANGE = callOf(routes.course.changeEnrollmentSettings);
    const settings = { mode: 'APPROVAL', mayLeave: true, guests: true, key: 'ABCD-EFGH' };
    const server = openCourse({
      [callOf(routes.course.getEnrollmentSettings)]: answer(settings),
      [CHANGE]: answer(settings),
    });
    await press('Change who may enroll');
    await changeAll({
      mode: () => fillIn.radio(after.mode),
      newKey: () => fillIn.toggle('newKey'),
      mayLeave: () => fillIn.toggle('mayLeave'),
      guests: () => fillIn.toggle('guests'),
    } satisfies Changes<typeof edits.changeEnrollmentSettings>);
    await press('Save');
    await waitFor(() => expect(server.bodiesOf(CHANGE)).toEqual([after]));
  });

  test('changes every field of a section, and keeps the others', async () => {
    const EDIT = callOf(routes.course.editSection);
    const server = openCourse({ [EDIT]: answer(course) });
    const { name, archived } = edits.editSection.after;
    await press('Archive section B');
    await waitFor(() => expect(server.bodiesOf(EDIT)).toEqual([{ name: 'B', archived }]));
    await press('Rename section A');
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: `${name}2` } });
    await press('Save');
    await waitFor(() => expect(server.bodiesOf(EDIT)[1]).toEqual({ name: `${name}2`, archived: false }));
  });
});

test('the session form sends every field', () => {
  const { before, after } = edits.editSession;
  const { roomId, useLocation: _is, locationRadius: _radius, ...values } = before;
  const initialValues = valuesOf(sessionOf({ ...values, room: { id: roomId, name: 'H1' }, version: 3 }));
  const timeOf = (moment: string) => campusClock(new Date(moment)).time;
  const changed: Complete<SessionEditValues> = {
    date: after.date,
    startTime: timeOf(after.startTime),
    endTime: timeOf(after.endTime),
    lateAfterMinutes: after.lateAfterMinutes,
    locationRadius: after.locationRadius,
    sectionIds: [otherSection],
    joint: [],
    roomId: after.roomId,
    online: false,
    policy: toPolicyDraft(after.policy),
  };
  expect(Object.keys(initialValues).toSorted()).toEqual(Object.keys(changed).toSorted());
  const edited = { courseId: id, version: 3, initial: initialValues };
  const sent = toEdit(changed, edited, after.location);
  expect(sent).toEqual({ ...after, useLocation: true, online: undefined, version: 3 });
  expect(toEdit({ ...changed, online: true }, edited, undefined)).toEqual({
    ...after,
    useLocation: false,
    location: undefined,
    roomId: undefined,
    version: 3,
  });
});

test('the series form sends every field', () => {
  const { before, after } = edits.editSeries;
  const stored = (rule: typeof before): Series['rules'][number] => ({
    ...rule,
    slots: rule.slots.map((slot, index) => ({ ...slot, id: index })),
    extraDates: rule.extraDates.map((extra, index) => ({ ...extra, id: index + 1 })),
  });
  const seriesOf = (rule: Series['rules'][number]) => ({ _id: id, courseId: id, rules: [rule], version: 1 });
  const storedRule = stored(before);
  const [slot] = after.slots;
  const changed: PlanValues = {
    ...valuesOfSeries(seriesOf(storedRule)),
    sectionIds: [otherSection],
    joint: [],
    weekdays: [3],
    different: false,
    slots: [],
    start: slot?.start ?? '',
    end: slot?.end ?? '',
    extraDates: after.extraDates,
    firstDay: after.firstDay,
    lastDay: after.lastDay,
    everyWeeks: after.everyWeeks,
    roomId: after.roomId,
    online: false,
    lateAfterMinutes: after.lateAfterMinutes,
    policy: toPolicyDraft(after.policy),
  };
  const { from: _from, skipBreaks: _skip, ...others } = after;
  // The form has no control for breaks, and keeps the previous choice.
  const kept = { skipBreaks: before.skipBreaks };
  expect(ruleOf(changed, after.skippedDates, storedRule)).toEqual({ ...others, ...kept, online: undefined });
  expect(ruleOf({ ...changed, online: true }, after.skippedDates, storedRule)).toEqual({
    ...others,
    ...kept,
    roomId: undefined,
  });
});

test('an unchanged form keeps every field of a session and of a series', () => {
  const session = edits.editSession.before;
  const { roomId, useLocation, locationRadius, ...values } = session;
  const initialValues = valuesOf(sessionOf({ ...values, room: { id: roomId, name: 'H1' }, version: 3 }));
  const edited = { courseId: id, version: 3, initial: initialValues };
  expect(toEdit(initialValues, edited, session.location)).toEqual({
    ...values,
    roomId,
    useLocation,
    locationRadius,
    online: undefined,
    version: 3,
  });
  const { from: _from, ...rule } = edits.editSeries.before;
  const stored = { ...rule, from: rule.firstDay } as unknown as Series['rules'][number];
  const planned = valuesOfSeries({ _id: id, courseId: id, rules: [stored], version: 1 });
  expect(ruleOf(planned, rule.skippedDates, stored)).toEqual({ ...rule, online: undefined });
});
