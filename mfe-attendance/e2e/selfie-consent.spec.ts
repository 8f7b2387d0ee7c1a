import type { AttendanceRecord } from '@qr-attendance/contracts';
import { noisyPicture, cameraArguments, pointCameraAt } from '@qr-attendance/e2e/support/camera';
import { openPhone } from '@qr-attendance/e2e/support/phone';
import { expect, expectToFit, signInAs, test } from '@qr-attendance/e2e/support/test';
import { freshScan, runningClass } from '@qr-attendance/e2e/support/world';

const QUESTION = 'Can we store a selfie of you?';
const WAIVE = 'Ask my teacher to check me in';

test('Consent is requested only before the first selfie and after a withdrawal', async ({
  campus,
  url,
}, testInfo) => {
  const camera = testInfo.outputPath('face.y4m');
  await pointCameraAt(camera, noisyPicture());
  const world = await runningClass(campus, { session: { policy: { requireSelfie: true } } });
  const phone = await openPhone(url, { args: cameraArguments(camera), permissions: ['camera'] });
  await signInAs(phone, world.student);
  await phone.goto(world.scanned);
  await expect(phone.getByRole('heading', { name: QUESTION })).toBeVisible();
  await expect(phone.locator('video')).toHaveCount(0);
  await phone.getByRole('button', { name: 'I agree to a selfie' }).click();
  await expect(phone.getByRole('button', { name: 'Capture Selfie' })).toBeVisible();

  await phone.reload();
  await phone.getByRole('button', { name: 'Capture Selfie' }).click();
  await phone.getByRole('button', { name: 'Take the second picture' }).click();
  await phone.getByRole('button', { name: 'Continue' }).click();
  await phone.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(phone.getByText('Attendance Marked!')).toBeVisible();

  await phone.goto('/student/security');
  await phone.getByRole('button', { name: 'Withdraw my consent' }).click();
  await expect(phone.getByText(/You have not agreed to selfies/)).toBeVisible();
  const next = await campus.session(world.teacher, world.course, { policy: { requireSelfie: true } });
  await phone.goto(await freshScan(campus, { ...world, session: next }));
  await expect(phone.getByRole('heading', { name: QUESTION })).toBeVisible();
  await phone.close();
});

test('A student who declines a selfie is marked, and the teacher is asked to check in person', async ({
  page,
  campus,
}) => {
  const world = await runningClass(campus, { session: { policy: { requireSelfie: true } } });
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(page, world.student);
  await page.goto(world.scanned);
  const lookOf = (name: string) => page.getByRole('button', { name }).getAttribute('class');
  await expect(page.getByRole('heading', { name: QUESTION })).toBeVisible();
  expect(await lookOf(WAIVE)).toBe(await lookOf('I agree to a selfie'));
  await expectToFit(page);
  await page.getByRole('button', { name: WAIVE }).click();
  await page.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(page.getByText('Attendance Marked!')).toBeVisible();
  await expect(page.getByText('Your teacher will check you in instead of a selfie.')).toBeVisible();
  const path = `/api/attendance?sessionId=${world.session._id}`;
  const [record] = await campus.call<AttendanceRecord[]>('GET', path, world.teacher.token);
  expect(record?.flags?.map(({ reason }) => reason)).toEqual(['without_selfie']);
});
