import { expect, expectToFit, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

const ROOM = { latitude: 52.5, longitude: 13.4 };
const FIXED = /^You are \d+m away from the classroom\. You must be within 100m to mark attendance\./;
const APPROXIMATE =
  'Your phone only shares an approximate location (± 3 km). Turn on Precise Location for this browser, then try again.';

test('A student whose phone shares an approximate location sees how to share the precise location', async ({
  page,
  campus,
}) => {
  const { student, scanned } = await runningClass(campus, {
    session: { location: { ...ROOM, radius: 100 }, useLocation: true },
  });
  await signInAs(page, student);
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude: 52.5225, longitude: 13.4, accuracy: 3_000 });
  await page.goto(scanned);
  const verify = page.getByRole('button', { name: 'Verify My Location' });
  const problem = page.getByRole('main').getByRole('alert');
  await verify.click();
  await expect(problem.getByText(FIXED)).toBeVisible();
  await expect(problem.getByText(APPROXIMATE)).toBeVisible();
  await expectToFit(page);

  // The center of this area of 3 km is near the room by coincidence.
  await page.context().setGeolocation({ latitude: 52.5004, longitude: 13.4, accuracy: 3_000 });
  await verify.click();
  await expect(problem.getByText(FIXED)).toHaveCount(0);
  await expect(problem.getByText(APPROXIMATE)).toBeVisible();

  await page.context().setGeolocation({ latitude: 52.5225, longitude: 13.4, accuracy: 20 });
  await verify.click();
  await expect(problem.getByText(FIXED)).toBeVisible();
  await expect(problem.getByText(/approximate/)).toHaveCount(0);

  await page.context().setGeolocation({ latitude: 52.5004, longitude: 13.4, accuracy: 20 });
  await verify.click();
  await expect(page.getByRole('button', { name: 'Mark My Attendance' })).toBeVisible();
});
