import specified from '@qr-attendance/web-kit/texts/specified' with { type: 'json' };
import { expect, signInAs, test } from '@qr-attendance/e2e/support/test';
import { runningClass } from '@qr-attendance/e2e/support/world';

test('A student can mark only from the classroom, after granting the location permission', async ({
  page,
  context,
  campus,
}) => {
  const { student, scanned } = await runningClass(campus, {
    session: { useLocation: true, locationRadius: 100, location: { latitude: 52.5, longitude: 13.4 } },
  });
  await signInAs(page, student);
  await context.grantPermissions([]);
  await page.goto(scanned);
  const verify = page.getByRole('button', { name: 'Verify My Location' });
  await verify.click();
  const [before = '', after = ''] = specified.locationFailedRequired.split('{{reason}}');
  await expect(page.getByText(before).filter({ hasText: after })).toBeVisible();

  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 52.51, longitude: 13.4, accuracy: 5 });
  await verify.click();
  // One hundredth of a degree of latitude is 1112 m on a sphere with a radius of 6371000 m.
  const sentence = 'You are 1112m away from the classroom. You must be within 100m to mark attendance.';
  await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark My Attendance' })).toHaveCount(0);
  await context.setGeolocation({ latitude: 52.5001, longitude: 13.4, accuracy: 5 });
  await verify.click();
  await page.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(page.getByText('Attendance Marked!')).toBeVisible();
});
