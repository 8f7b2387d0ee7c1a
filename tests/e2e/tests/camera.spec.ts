import specified from '@qr-attendance/web-kit/texts/specified' with { type: 'json' };
import { noisyPicture, cameraArguments, pointCameraAt } from '../support/camera.ts';
import { request } from '../support/campus.ts';
import { openPhone } from '../support/phone.ts';
import { expect, expectToFit, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

test('A denied camera permission is explained, and the code can be typed', async ({ campus, url }) => {
  const { student, session } = await runningClass(campus);
  const phone = await openPhone(url, {
    args: ['--use-fake-device-for-media-stream', '--deny-permission-prompts'],
  });
  await signInAs(phone, student);
  await phone.goto('/student/scan');
  await phone.getByRole('button', { name: 'Start Scanning' }).click();
  await expect(phone.getByText(specified.scannerFailed)).toBeVisible();
  await expect(phone.getByText('The camera is blocked for this site.')).toBeVisible();
  // Lower case with a space, and with letters that look like digits.
  const typed = (session.qrCode ?? '').toLowerCase().replace(/0/g, 'o').replace(/1/g, 'l');
  await phone.getByRole('textbox').fill(` ${typed.slice(0, 4)} ${typed.slice(4)} `);
  await phone.getByRole('button', { name: 'Submit' }).click();
  await expect(phone.getByRole('button', { name: 'Mark My Attendance' })).toBeVisible();
  await phone.close();
});

test('A phone without a camera shows that it has none', async ({ campus, url }) => {
  const phone = await openPhone(url, { permissions: ['camera'] });
  await signInAs(phone, await campus.student());
  await phone.goto('/student/scan');
  await phone.getByRole('button', { name: 'Start Scanning' }).click();
  await expect(phone.getByText('No camera was found on this device.')).toBeVisible();
  await phone.close();
});

test('A code is readable at phone width once it fills a quarter of the picture', async ({
  page: teacher,
  campus,
  url,
}, testInfo) => {
  const world = await runningClass(campus);
  await signInAs(teacher, world.teacher);
  await teacher.goto(`/teacher/sessions/${world.session._id}`);
  const camera = testInfo.outputPath('far.y4m');
  await pointCameraAt(camera, await teacher.locator('[data-qr]').first().screenshot(), 160);
  const phone = await openPhone(url, { args: cameraArguments(camera), permissions: ['camera'] });
  await signInAs(phone, world.student);
  await phone.goto('/student/scan');
  await phone.getByRole('button', { name: 'Start Scanning' }).click();
  await expect(phone.getByRole('button', { name: 'Mark My Attendance' })).toBeVisible();
  await expectToFit(phone);
  await phone.close();
});

test('A selfie is taken, retaken and sent, and only the course’s teacher sees it', async ({
  page: teacher,
  campus,
  url,
}, testInfo) => {
  const camera = testInfo.outputPath('face.y4m');
  await pointCameraAt(camera, noisyPicture());
  const world = await runningClass(campus, { preferences: { requireSelfie: true } });
  const phone = await openPhone(url, { args: cameraArguments(camera), permissions: ['camera'] });
  await signInAs(phone, world.student);
  await phone.goto(world.scanned);
  await phone.getByRole('button', { name: 'I agree to a selfie' }).click();
  await phone.getByRole('button', { name: 'Capture Selfie' }).click();
  await phone.getByRole('button', { name: 'Take the second picture' }).click();
  await expect(phone.getByRole('heading', { name: 'Selfie Captured' })).toBeVisible();
  await phone.getByRole('button', { name: 'Retake' }).click();
  await phone.getByRole('button', { name: 'Capture Selfie' }).click();
  await phone.getByRole('button', { name: 'Take the second picture' }).click();
  await phone.getByRole('button', { name: 'Continue' }).click();
  await phone.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(phone.getByText('Attendance Marked!')).toBeVisible();
  await phone.close();

  await signInAs(teacher, world.teacher);
  await teacher.goto(`/teacher/sessions/${world.session._id}`);
  await teacher.getByRole('button', { name: /View selfie/ }).click();
  const pictures = teacher.getByRole('dialog').getByRole('img');
  await expect(pictures).toHaveCount(2);
  for (const picture of await pictures.all())
    await expect.poll(() => picture.evaluate((img: { naturalWidth?: number }) => img.naturalWidth)).toBe(320);
  await expect(teacher.getByText(/^The student was asked to/)).toBeVisible();

  const [record] = await campus.call<{ _id: string }[]>('GET', '/api/attendance', world.student.token);
  const path = `/api/attendance/${record?._id}/selfie`;
  const seen = await Promise.all(
    [world.teacher, await campus.teacher('Charles Babbage'), world.student].map(
      async ({ token }) => (await request(url, 'GET', path, { token })).status,
    ),
  );
  expect(seen).toEqual([200, 404, 403]);
});

test('The texts selfieCameraFailed and selfieCameraUnsupported offer an alternative', async ({
  page,
  campus,
}) => {
  const { student, scanned } = await runningClass(campus, { preferences: { requireSelfie: true } });
  await campus.call('POST', '/api/auth/selfie-consent', student.token, { given: true });
  await signInAs(page, student);
  await page.goto(scanned);
  await expect(page.getByText(specified.selfieCameraFailed)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await page.addInitScript("Object.defineProperty(navigator, 'mediaDevices', { value: undefined })");
  await page.reload();
  await expect(page.getByText(specified.selfieCameraUnsupported)).toBeVisible();
});
