import { specified } from '@qr-attendance/web-kit/messages';
import type { Page } from '@playwright/test';
import { choose, fillNewCourse, fillPin, fillRegistration } from '../support/forms.ts';
import { expect, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

const says = (page: Page, sentence: string) =>
  expect(page.getByText(sentence, { exact: true }).first()).toBeVisible();
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
/** Counts what the page sends, to show that it sent nothing. */
const sentBy = (page: Page, path: string): string[] => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path) sent.push(path);
  });
  return sent;
};
const without = (page: Page, property: 'geolocation' | 'mediaDevices') =>
  page.addInitScript((name) => Object.defineProperty(navigator, name, { value: undefined }), property);
const CLASSROOM = { useLocation: true, locationRadius: 100, location: { latitude: 52.5, longitude: 13.4 } };

test('passwordsDiffer: nothing is sent', async ({ page }) => {
  const sent = sentBy(page, '/api/auth/register');
  await page.goto('/register');
  await fillRegistration(page, { confirm: 'another password' });
  await press(page, 'Register');
  await expect(page.getByRole('alert').filter({ hasText: specified.passwordsDiffer }).first()).toBeVisible();
  expect(sent).toEqual([]);
});

test('pinsDiffer and pinTooShort: nothing is sent', async ({ page, campus }) => {
  await signInAs(page, await campus.student());
  const sent = sentBy(page, '/api/auth/set-pin');
  await page.goto('/student/security');
  await fillPin(page, '2468', '2469');
  await press(page, 'Set PIN');
  await says(page, specified.pinsDiffer);
  await fillPin(page, '246');
  await press(page, 'Set PIN');
  await says(page, specified.pinTooShort);
  expect(sent).toEqual([]);
});

test('pinSaved, deviceSaved and preferencesSaved: each action confirms itself', async ({ page, campus }) => {
  await signInAs(page, await campus.student());
  await page.goto('/student/security');
  await fillPin(page);
  await press(page, 'Set PIN');
  await says(page, specified.pinSaved);
  await press(page, 'Register Device');
  await says(page, specified.deviceSaved);
  await page.getByLabel('Require selfie verification').check();
  await press(page, 'Save Preferences');
  await says(page, specified.preferencesSaved);
  await page.reload();
  await expect(page.getByLabel('Require selfie verification')).toBeChecked();
});

test('courseCreated: the new course is there', async ({ page, campus }) => {
  await signInAs(page, await campus.teacher());
  await page.goto('/teacher/courses');
  await fillNewCourse(page, { name: 'Compilers', code: 'CS301' });
  await press(page, 'Create Course');
  await says(page, specified.courseCreated);
  await expect(page.getByRole('heading', { name: 'Compilers' })).toBeVisible();
});

test('enrolled: the course moves to the student’s own', async ({ page, campus }) => {
  // The first of the list, however many courses other tests offer meanwhile.
  const [name, code] = [`Logic ${crypto.randomUUID()}`, `00${crypto.randomUUID()}`.slice(0, 30)];
  const teacher = await campus.teacher();
  await campus.call('POST', '/api/courses', teacher.token, { name, code, semester: 1 });
  await signInAs(page, await campus.student());
  await page.goto('/student/enroll');
  await page.getByRole('button', { name: `Enroll in ${name}` }).click();
  await says(page, specified.enrolled);
  await page.goto('/student');
  await expect(page.getByText(name)).toBeVisible();
});

test('codeEmpty: an empty code goes nowhere', async ({ page, campus }) => {
  await signInAs(page, await campus.student());
  await page.goto('/student/scan');
  await page.getByRole('textbox').fill('   ');
  await press(page, 'Submit');
  await says(page, specified.codeEmpty);
  await expect(page).toHaveURL(/\/student\/scan$/);
});

test('codeFormatInvalid: what can be no code goes nowhere', async ({ page, campus }) => {
  await signInAs(page, await campus.student());
  await page.goto('/student/scan');
  await page.getByRole('textbox').fill('..');
  await press(page, 'Submit');
  await says(page, specified.codeFormatInvalid);
  await expect(page).toHaveURL(/\/student\/scan$/);
});

test('scannerFailed: the camera is refused', async ({ page, campus }) => {
  await signInAs(page, await campus.student());
  await page.addInitScript(
    "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('no', 'NotAllowedError'); }",
  );
  await page.goto('/student/scan');
  await press(page, 'Start Scanning');
  await says(page, specified.scannerFailed);
  await expect(page.getByText('The camera is blocked for this site.')).toBeVisible();
});

test('locationUnsupported and locationFailed: while generating a code', async ({ page, campus }) => {
  const { teacher, course } = await runningClass(campus);
  await signInAs(page, teacher);
  await page.goto('/teacher/generate');
  await choose(page, 'Course', `${course.code} – ${course.name}`);
  await page.getByRole('switch', { name: 'Require Location Verification' }).click();
  await expect(page.getByText(/^Error getting location: \S/)).toBeVisible();

  await without(page, 'geolocation');
  await page.reload();
  await page.getByRole('switch', { name: 'Require Location Verification' }).click();
  await says(page, specified.locationUnsupported);
});

test('locationFailedRequired: the student’s phone does not tell where it is', async ({
  page,
  context,
  campus,
}) => {
  await context.grantPermissions([]);
  const { student, scanned } = await runningClass(campus, { session: CLASSROOM });
  await signInAs(page, student);
  await page.goto(scanned);
  await press(page, 'Verify My Location');
  await expect(
    page.getByText(/^Error getting location: .+\. Location verification is required for this session\./),
  ).toBeVisible();
});

test('locationUnsupportedRequired: the student’s browser cannot tell where it is', async ({
  page,
  campus,
}) => {
  const { student, scanned } = await runningClass(campus, { session: CLASSROOM });
  await signInAs(page, student);
  await without(page, 'geolocation');
  await page.goto(scanned);
  await press(page, 'Verify My Location');
  await says(page, specified.locationUnsupportedRequired);
});

test('outsideRadius: too far from the classroom, then near enough', async ({ page, context, campus }) => {
  const { student, scanned } = await runningClass(campus, { session: CLASSROOM });
  await signInAs(page, student);
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 52.51, longitude: 13.4, accuracy: 5 });
  await page.goto(scanned);
  await press(page, 'Verify My Location');
  // One hundredth of a degree of latitude is 1112 m on a sphere of 6371000 m.
  await says(page, 'You are 1112m away from the classroom. You must be within 100m to mark attendance.');
  await expect(page.getByRole('button', { name: 'Mark My Attendance' })).toHaveCount(0);
  await context.setGeolocation({ latitude: 52.5001, longitude: 13.4, accuracy: 5 });
  await press(page, 'Verify My Location');
  await press(page, 'Mark My Attendance');
  await expect(page.getByText('Attendance Marked!')).toBeVisible();
});
