import { showToCamera } from '../support/show-to-camera.ts';
import { openPhone } from '../support/phone.ts';
import { expect, expectToFit, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

test('A student with a single burst-code link scans the sequence, and a student without a camera types words', async ({
  page: teacher,
  campus,
  url,
}, testInfo) => {
  test.slow();
  const world = await runningClass(campus, { session: { policy: { burstCodes: true } } });
  await signInAs(teacher, world.teacher);
  await teacher.setViewportSize({ width: 1280, height: 720 });
  await teacher.goto(`/teacher/sessions/${world.session._id}/projector`);
  const code = teacher.locator('.projector [data-qr]');
  await expect(code).toBeVisible();
  const box = await code.boundingBox();
  const words = teacher.getByTestId('live-words');
  const place = await words.boundingBox();
  const first = (await code.getAttribute('data-qr')) ?? '';
  await expect(code).not.toHaveAttribute('data-qr', first);
  // The layout does not change with the code.
  expect(await code.boundingBox()).toEqual(box);
  expect(await words.boundingBox()).toEqual(place);
  await teacher.screenshot({ path: testInfo.outputPath('projector.png') });

  const phone = await openPhone(url, { permissions: ['camera'] });
  await showToCamera(phone, teacher);
  await signInAs(phone, world.student);
  // The phone's own camera app reads only a single code.
  await phone.goto(new URL(first).pathname);
  await expect(phone.getByText('This class shows a burst code')).toBeVisible();
  const asked = Date.now();
  await expect(phone.getByRole('button', { name: 'Mark My Attendance' })).toBeVisible();
  testInfo.annotations.push({
    type: 'seconds until scanned',
    description: `${(Date.now() - asked) / 1_000}`,
  });
  await phone.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(phone.getByText('Attendance Marked!')).toBeVisible();
  await phone.close();

  const other = await campus.student();
  await campus.enroll(other, world.course);
  const keyboard = await openPhone(url);
  await signInAs(keyboard, other);
  await keyboard.goto('/student/scan');
  await keyboard.getByRole('textbox').focus();
  await keyboard.keyboard.type((await words.locator('div').allTextContents()).join(' '));
  await keyboard.screenshot({ path: testInfo.outputPath('words.png'), fullPage: true });
  await expectToFit(keyboard);
  await keyboard.keyboard.press('Enter');
  await expect(keyboard.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(keyboard.getByText(world.course.name).first()).toBeVisible();
  await keyboard.close();
});
