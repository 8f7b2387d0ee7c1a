import { PIN } from '../support/campus.ts';
import { verifyEmail } from '../support/emails.ts';
import { expect, expectToFit, signInAs, test } from '../support/test.ts';

test('A co-teacher who was added with two clicks holds the class, and both teachers see the mark', async ({
  page: ownerPage,
  browser,
  campus,
  url,
}) => {
  const owner = await campus.teacher('Ada Lovelace');
  const colleague = await campus.teacher('Mary Somerville');
  const student = await campus.student('Grace Hopper');
  await verifyEmail(url, colleague.email);
  const course = await campus.course(owner);
  await campus.prepare(student);
  await campus.call('POST', '/api/auth/update-security', student.token, {
    securityPreferences: {
      requirePin: true,
      requireBiometric: false,
      requireDeviceVerification: false,
      requireSelfie: false,
    },
  });
  await campus.enroll(student, course);

  await signInAs(ownerPage, owner);
  await ownerPage.goto(`/teacher/courses/${course._id}`);
  await ownerPage.getByRole('button', { name: 'Add staff' }).click();
  await ownerPage.getByLabel('Email address or employee number').fill(colleague.email);
  await ownerPage.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(ownerPage.getByText('Mary Somerville')).toBeVisible();

  const colleaguePage = await browser.newPage({ baseURL: url });
  await signInAs(colleaguePage, colleague);
  await colleaguePage.goto('/teacher/courses');
  await expect(colleaguePage.getByText('Your role: Co-teacher')).toBeVisible();
  await colleaguePage.getByRole('link', { name: `Generate QR for ${course.code}` }).click();
  await colleaguePage.getByRole('button', { name: 'Generate QR Code' }).click();
  await expect(colleaguePage.locator('[data-qr]').first()).toBeVisible();
  await colleaguePage.getByRole('link', { name: 'See who arrives' }).click();
  await expect(colleaguePage).toHaveURL(/\/teacher\/sessions\/[0-9a-f]{24}$/);
  const path = new URL(colleaguePage.url()).pathname;
  await ownerPage.goto(path);
  await expect(ownerPage.locator('[data-qr]').first()).toBeVisible();

  const phone = await browser.newPage({ baseURL: url, viewport: { width: 360, height: 740 } });
  await signInAs(phone, student);
  const { qrCode } = await campus.call<{ qrCode: string }>(
    'POST',
    `/api/sessions/${path.split('/').at(-1)}/refresh`,
    colleague.token,
    { refreshInterval: 300 },
  );
  await phone.goto(`/attendance/${qrCode}`);
  await phone.getByLabel('PIN').fill(PIN);
  await phone.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(phone.getByText('Attendance Marked!')).toBeVisible();
  for (const page of [ownerPage, colleaguePage])
    await expect(page.getByRole('row').filter({ hasText: 'Grace Hopper' })).toContainText('Present');

  await ownerPage.goto(`/teacher/courses/${course._id}`);
  await ownerPage.setViewportSize({ width: 360, height: 740 });
  await expect(ownerPage.getByText('Mary Somerville')).toBeVisible();
  await expectToFit(ownerPage);
  await ownerPage.getByRole('button', { name: 'Hand the course over to Mary Somerville' }).click();
  const dialog = ownerPage.getByRole('dialog', { name: `Hand ${course.code} over to Mary Somerville?` });
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(ownerPage.getByText('Mary Somerville owns the course now')).toBeVisible();
  await expect(ownerPage.getByRole('button', { name: 'Add staff' })).toHaveCount(0);
  await colleaguePage.goto(`/teacher/courses/${course._id}`);
  await expect(colleaguePage.getByRole('button', { name: 'Add staff' })).toBeVisible();
});
