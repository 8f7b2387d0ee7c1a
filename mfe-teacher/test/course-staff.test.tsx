import { afterEach, describe, expect, test } from '@jest/globals';
import { routes, type Course, type CourseStaff, type StaffRole } from '@qr-attendance/contracts';
import { formatDay } from '@qr-attendance/web-kit';
import { answer, callOf, fakeApi, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { CoursePage } from '../src/features/course/pages/course-page.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, courseId as id, enrolledOf, openDefaults } from './samples.ts';

const STAFF = callOf(routes.course.listStaff);
const ADD = callOf(routes.course.addStaff);
const HAND_OVER = callOf(routes.course.handOverCourse);
const REMOVE = callOf(routes.course.removeStaff);
const [ada, grace] = [
  { _id: '20000000-0000-4000-8000-000000000001', name: 'Ada' },
  { _id: '20000000-0000-4000-8000-000000000002', name: 'Grace' },
];
const alone: CourseStaff = { staff: [{ user: ada, role: 'owner' }], changes: [] };
const both: CourseStaff = {
  staff: [...alone.staff, { user: grace, role: 'substitute', from: '2026-09-14', until: '2026-09-18' }],
  changes: [{ at: '2026-09-10T08:00:00.000Z', by: ada, user: grace, change: 'added', role: 'substitute' }],
};
const rate = {
  ...enrolledOf(1),
  enrolledAt: '2026-09-01T08:00:00.000Z',
  present: 1,
  late: 0,
  absent: 0,
  excused: 0,
  attendancePercentage: 100,
};

const start = (role: StaffRole, answers: Record<string, Answers> = {}) => {
  const course: Course = { ...algorithms, role };
  const server = fakeApi({
    [callOf(routes.course.getCourse)]: answer(course),
    [callOf(routes.course.listCourses)]: answer([course]),
    [callOf(routes.session.listSessions)]: answer([]),
    [callOf(routes.session.listSeries)]: answer([]),
    [callOf(routes.session.getSessionDefaults)]: answer(openDefaults),
    [callOf(routes.attendance.listStudentRates)]: answer([rate]),
    [callOf(routes.course.getEnrollmentSettings)]: answer({ mode: 'OPEN', mayLeave: false }),
    [callOf(routes.course.listFormerStudents)]: answer([]),
    [callOf(routes.course.listEnrollmentRequests)]: answer([]),
    [STAFF]: answer(both),
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
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const buttons = () => screen.getAllByRole('button').map((button) => button.textContent);

afterEach(cleanup);

describe('the staff page of a course', () => {
  test('shows the staff with roles and dates', async () => {
    start('owner');
    expect(await screen.findByText('Grace')).toBeTruthy();
    const [from, until] = ['2026-09-14', '2026-09-18'].map((day) => formatDay(day));
    expect(screen.getByText(`Substitute · from ${from} · until ${until}`)).toBeTruthy();
    await press('Latest changes');
    expect(screen.getByText(/Ada added Grace \(Substitute\)/)).toBeTruthy();
  });

  test('adds a co-teacher with two clicks', async () => {
    let storedStaff = alone;
    const { bodiesOf } = start('owner', {
      [STAFF]: () => answer(storedStaff),
      [ADD]: () => {
        storedStaff = { ...both, staff: [...alone.staff, { user: grace, role: 'co-teacher' }] };
        return answer(storedStaff);
      },
    });
    await press('Add staff');
    fireEvent.change(screen.getByLabelText('Email address or employee number'), {
      target: { value: 'grace@campus.example' },
    });
    await press('Add');
    expect(await screen.findByText('Grace')).toBeTruthy();
    expect(bodiesOf(ADD)).toEqual([{ person: 'grace@campus.example', role: 'co-teacher' }]);
  });

  test('shows why a person cannot be added, and keeps the input', async () => {
    start('owner', { [ADD]: refusal(404, 'No teacher has verified this.', { code: 'no_such_teacher' }) });
    await press('Add staff');
    const field = screen.getByLabelText<HTMLInputElement>('Email address or employee number');
    fireEvent.change(field, { target: { value: 'nobody@campus.example' } });
    await press('Add');
    expect(await screen.findByText('No teacher has verified this.')).toBeTruthy();
    expect(field.value).toBe('nobody@campus.example');
  });

  test('requires the dates of a substitute before anything is sent', async () => {
    const { bodiesOf } = start('owner', { [STAFF]: answer(alone) });
    await press('Add staff');
    fireEvent.change(screen.getByLabelText('Email address or employee number'), { target: { value: 'E7' } });
    fireEvent.click(screen.getByRole('radio', { name: /^Substitute/ }));
    await press('Add');
    expect(await screen.findAllByText('Enter a day')).toHaveLength(2);
    expect(bodiesOf(ADD)).toEqual([]);
  });

  test('adds an assistant for chosen sections, and lists the sections', async () => {
    const lab = { _id: '30000000000000000000000a', name: 'Lab' };
    const course: Course = { ...algorithms, role: 'owner', sections: [...algorithms.sections, lab] };
    const limited = { user: grace, role: 'assistant' as const, sectionIds: [lab._id] };
    let storedStaff = alone;
    const { bodiesOf } = start('owner', {
      [callOf(routes.course.getCourse)]: answer(course),
      [STAFF]: () => answer(storedStaff),
      [ADD]: () => {
        storedStaff = { ...alone, staff: [...alone.staff, limited] };
        return answer(storedStaff);
      },
    });
    await press('Add staff');
    fireEvent.change(screen.getByLabelText('Email address or employee number'), { target: { value: 'E7' } });
    fireEvent.click(screen.getByRole('radio', { name: /^Assistant/ }));
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Sections' }));
    fireEvent.click(await screen.findByTitle('Lab'));
    await press('Add');
    expect(await screen.findByText('Assistant · only section Lab')).toBeTruthy();
    expect(bodiesOf(ADD)).toEqual([{ person: 'E7', role: 'assistant', sectionIds: [lab._id] }]);
  });

  test('changes the owner after a confirmation that names the person', async () => {
    const { sentTo } = start('owner', { [HAND_OVER]: answer(both) });
    await press('Hand the course over to Grace');
    const dialog = await screen.findByRole('dialog', { name: 'Hand CS201 over to Grace?' });
    expect(sentTo(HAND_OVER)).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Hand over' }));
    expect(await screen.findByText('Grace owns the course now')).toBeTruthy();
    expect(sentTo(HAND_OVER)).toHaveLength(1);
  });

  test('removes a member only after a confirmation', async () => {
    const { sentTo } = start('owner', { [REMOVE]: answer(undefined, 204) });
    await press('Remove Grace from the staff');
    const dialog = await screen.findByRole('dialog', { name: 'Remove Grace from the staff?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Grace removed')).toBeTruthy();
    expect(sentTo(REMOVE)).toHaveLength(1);
  });

  test.each([
    [
      'co-teacher',
      ['Edit course', 'Archive course', 'Change who may enroll', 'Remove'],
      ['Add staff', 'Hand over'],
    ],
    ['substitute', ['Remove'], ['Add staff', 'Edit course', 'Archive course', 'Change who may enroll']],
    ['assistant', [], ['Add staff', 'Edit course', 'Archive course', 'Change who may enroll', 'Remove']],
    ['auditor', [], ['Add staff', 'Edit course', 'Archive course', 'Change who may enroll', 'Remove']],
  ] as const)('offers a %s only what the role allows', async (role, offered, hidden) => {
    start(role);
    await screen.findByText('Grace');
    await screen.findByText('Student 1');
    if (offered.some((name) => name === 'Change who may enroll'))
      await screen.findByRole('button', { name: 'Change who may enroll' });
    const shown = buttons();
    for (const name of offered) expect(shown).toContain(name);
    for (const name of hidden) expect(shown).not.toContain(name);
  });
});
