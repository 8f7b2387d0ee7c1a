import type { Locator, Page } from '@playwright/test';
import { PIN } from '@qr-attendance/e2e/support/campus';
import { done, navigation, pinOf, typeAccount, wall, type Journeys } from './journeys.ts';
import type { Person } from './person.ts';

/** Names of buttons include those of their icons. */
const button = (page: Page, name: string): Locator => page.getByRole('button', { name });

/** PIN and mark are two cards. */
const prove = async ({ page, type, enter, press }: Person): Promise<void> => {
  await type(pinOf(page), PIN);
  await enter();
  await press(button(page, 'Mark My Attendance'));
};

/** On the pages of release e090c5a: what the shortest way was there. */
export const journeysBefore: Journeys = {
  ownCamera: async (person, { scanned }) => {
    await person.open(scanned);
    await prove(person);
    await person.see(done(person.page));
  },
  inApp: async (person) => {
    const { page, open, press, see } = person;
    await open('/student');
    await press(navigation(page, 'Scan'));
    await press(button(page, 'Start Scanning'));
    await prove(person);
    await see(done(page));
  },
  newStudent: async (person, { scanned, course }) => {
    const { page, open, press, type, enter, see } = person;
    await open(scanned);
    await press(page.getByRole('link', { name: 'No account yet? Register' }));
    await typeAccount(person);
    await press(button(page, 'Register'));
    await press(page.getByRole('link', { name: 'Open Security Settings' }));
    await type(pinOf(page), PIN);
    await type(page.getByLabel('Confirm PIN'), PIN);
    await enter();
    await see(page.getByText('PIN set successfully'));
    await press(button(page, 'Register Device'));
    await press(page.getByRole('link', { name: 'Back to marking' }));
    await prove(person);
    // Refused after all proofs: "You are not enrolled in this course." The scan is gone with it.
    await press(page.getByRole('link', { name: 'Enroll in Courses' }));
    await press(button(page, `Enroll in ${course.name}`));
    await see(page.getByText('Successfully enrolled in the course!'));
    await open(scanned);
    await prove(person);
    await see(done(page));
  },
  scheduled: async ({ page, open, press, see }) => {
    await open('/teacher');
    await press(page.getByRole('link', { name: 'Open class' }));
    await press(button(page, 'Projector view'));
    await see(wall(page));
  },
  unplanned: async ({ page, open, press, see }, { course }) => {
    await open('/teacher');
    await press(page.getByRole('main').getByRole('link', { name: 'Generate QR', exact: true }).first());
    await press(page.getByLabel('Course', { exact: true }));
    await press(page.getByTitle(new RegExp(course.code)));
    await press(button(page, 'Generate QR Code'));
    await press(button(page, 'Projector view'));
    await see(wall(page));
  },
  markMany: async ({ page, open, press, type, see }, { sessionId, names }) => {
    await open(`/teacher/sessions/${sessionId}`);
    const dialog = page.getByRole('dialog');
    for (const name of names) {
      await press(button(page, 'Mark by hand'));
      const student = dialog.getByRole('radio', { name });
      await see(dialog.getByRole('radiogroup', { name: 'Student' }));
      // Six are shown; the others are found by their name.
      if (!(await student.isVisible())) await type(dialog.getByLabel('Search by name or email'), name);
      await press(student);
      await type(dialog.getByLabel('Reason'), 'no phone');
      await press(button(page, 'Save mark'));
      await see(page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Present' }));
    }
  },
  belowLimit: async ({ page, open, press, see, judgeRows }, { course, names, enrolled }) => {
    await open('/teacher');
    await press(navigation(page, 'Courses'));
    await press(page.getByRole('link', { name: `View details of ${course.code}` }));
    // Neither sorted by rate nor filtered: each row is read.
    for (const name of names) await see(page.getByRole('row').filter({ hasText: name }));
    judgeRows(enrolled);
  },
  missing: undefined,
  undo: undefined,
};
