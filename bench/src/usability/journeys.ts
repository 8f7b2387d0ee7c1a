import type { Locator, Page } from '@playwright/test';
import { PASSWORD, PIN } from '@qr-attendance/e2e/support/campus';
import type { Person } from './person.ts';

export interface Given {
  scanned: string;
  course: { _id: string; name: string; code: string };
  sessionId: string;
  names: string[];
}
export type Journeys = Record<Task, (person: Person, given: Given) => Promise<void>>;

export const tasks = {
  ownCamera: 'Student marks: code read by the phone’s own camera',
  inApp: 'Student marks: code read in the app, from its dashboard',
  newStudent: 'New student: from the code to the first mark, account, PIN and device included',
  scheduled: 'Teacher: from the dashboard to the code on the wall, session scheduled',
  unplanned: 'Teacher: from the dashboard to the code on the wall, nothing scheduled',
  markMany: 'Teacher: mark 13 of 30 students manually',
  correct: 'Teacher: correct the mark of one student in a running session of 30',
  undoMark: 'Teacher: set a wrong status on the roster and take it back',
  file: 'Teacher: from the students of a course, 30, to the file of one',
  print: 'Teacher: from the students of a course, 30, to the printout of one',
  belowLimit: 'Teacher: from the dashboard to who is below 75 %, of 30 students',
  missing: 'Teacher: see who is missing in a running session of 30',
  undo: 'Teacher: undo a session that was wrong, from the list of sessions',
};
export type Task = keyof typeof tasks;

const typeAccount = async ({ page, type, press }: Person): Promise<void> => {
  await type(page.getByLabel('Full Name'), 'Nina New');
  await type(page.getByLabel('Email'), `nina${Date.now()}@campus.example`);
  await type(page.getByLabel('Password', { exact: true }), PASSWORD);
  await type(page.getByLabel('Confirm Password'), PASSWORD);
  for (const [list, option] of [
    ['Department', 'Computer Science'],
    ['Semester', '3'],
  ] as const) {
    await press(page.getByLabel(list, { exact: true }));
    await press(page.getByTitle(option, { exact: true }));
  }
  // Numbers that nobody else has, of a usual length.
  const serial = String(Date.now()).slice(-6);
  await type(page.getByLabel('USN'), `1RV2${serial}`);
  await type(page.getByLabel('Registration Number'), serial);
};
const pinOf = (page: Page): Locator => page.getByLabel('PIN', { exact: true });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const navigation = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true });
const done = (page: Page): Locator => page.getByText('Attendance Marked!');
const wall = (page: Page): Locator => page.locator('.projector [data-qr]');

export const journeys: Journeys = {
  ownCamera: async ({ page, open, type, enter, see }, { scanned }) => {
    await open(scanned);
    await type(pinOf(page), PIN);
    await enter();
    await see(done(page));
  },
  inApp: async ({ page, open, press, type, enter, see }) => {
    await open('/student');
    await press(navigation(page, 'Scan'));
    await type(pinOf(page), PIN);
    await enter();
    await see(done(page));
  },
  newStudent: async (person, { scanned, course }) => {
    const { page, open, press, type, enter, see } = person;
    await open(scanned);
    await press(page.getByRole('link', { name: 'No account yet? Register' }));
    await typeAccount(person);
    await press(button(page, 'Register'));
    await press(button(page, `Join ${course.name} and mark`));
    await type(page.getByLabel('New PIN (4 to 12 digits)'), PIN);
    await enter();
    await see(done(page));
  },
  scheduled: async ({ page, open, press, see }) => {
    await open('/teacher');
    await press(button(page, 'Projector view'));
    await see(wall(page));
  },
  unplanned: async ({ page, open, press, see }, { course }) => {
    await open('/teacher');
    await press(button(page, `Start ${course.code} now`));
    await press(button(page, 'Projector view'));
    await see(wall(page));
  },
  markMany: async ({ page, open, press, see }, { sessionId, names }) => {
    await open(`/teacher/sessions/${sessionId}`);
    for (const name of names) {
      await press(button(page, `Present: ${name}`));
      await see(button(page, `Undo: ${name}: Present`));
    }
  },
  correct: async ({ page, open, press, see }, { sessionId, names }) => {
    await open(`/teacher/sessions/${sessionId}`);
    await press(button(page, `Late: ${names[0]}`));
    await see(button(page, `Undo: ${names[0]}: Late`));
  },
  undoMark: async ({ page, open, press, see }, { sessionId, names }) => {
    await open(`/teacher/sessions/${sessionId}`);
    await press(button(page, `Absent: ${names[0]}`));
    await press(button(page, `Undo: ${names[0]}: Absent`));
    await see(page.getByText(`Undone: ${names[0]}: Absent`));
  },
  file: async ({ page, open, press, see }, { course, names }) => {
    await open(`/teacher/courses/${course._id}/students`);
    await press(page.getByRole('link', { name: names[0] ?? '' }));
    await press(button(page, 'Export CSV'));
    await see(page.getByText('is in your downloads'));
  },
  print: async ({ page, open, press, see }, { course, names }) => {
    await page.addInitScript(
      "addEventListener('beforeprint', () => document.documentElement.classList.add('printed'))",
    );
    await open(`/teacher/courses/${course._id}/students`);
    await press(page.getByRole('link', { name: names[0] ?? '' }));
    await press(button(page, 'Print'));
    await see(page.locator('html.printed'));
  },
  belowLimit: async ({ page, open, press, see }, { course, names }) => {
    await open('/teacher');
    await press(navigation(page, 'Courses'));
    await press(page.getByRole('link', { name: `View details of ${course.code}` }));
    await press(page.getByRole('link', { name: 'Students and rates', exact: true }));
    await press(page.getByText(`Below 75% (${names.length})`));
    await see(page.getByRole('row').filter({ hasText: names[0] ?? '' }));
  },
  missing: async ({ page, open, press, see }, { sessionId, names }) => {
    await open(`/teacher/sessions/${sessionId}`);
    await press(page.getByRole('tab', { name: `No mark yet ${names.length}` }));
    await see(page.getByRole('row').filter({ hasText: names[0] ?? '' }));
  },
  undo: async ({ page, open, press, see }, { course }) => {
    await open('/teacher/sessions');
    await press(page.getByRole('link', { name: new RegExp(`^View ${course.code}`) }).first());
    await press(button(page, 'Cancel class'));
    await press(page.getByRole('dialog').getByRole('button', { name: 'Cancel class' }));
    await see(page.getByText('This class was canceled.'));
  },
};
