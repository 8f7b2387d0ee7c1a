import type { AttendanceRecord } from '@qr-attendance/contracts';
import { request } from '../support/campus.ts';
import { enterPin } from '../support/forms.ts';
import { openPhone } from '../support/phone.ts';
import { expect, expectToFit, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

/** Reserved for documentation (RFC 5737), so no client has an address in this network. */
const ELSEWHERE = '203.0.113.0/24';
const HERE = ['127.0.0.0/8', '::1/128'];

test('A course restricted to a network shows that in its sessions, and rejects a student elsewhere with an explanation', async ({
  page,
  campus,
  url,
}) => {
  const { teacher, student, course } = await runningClass(campus);
  await signInAs(page, teacher);
  await page.goto(`/teacher/courses/${course._id}`);
  await expect(page.getByText('No extra checks')).toBeVisible();
  await page.getByRole('button', { name: 'Change defaults' }).click();
  const networks = page.getByLabel('Allowed networks (optional)');
  await networks.fill('203.0.113.7');
  await page.getByRole('button', { name: 'Save defaults' }).click();
  await expect(page.getByText('“203.0.113.7” is not a network.', { exact: false })).toBeVisible();
  await networks.fill(ELSEWHERE);
  await page.getByRole('button', { name: 'Save defaults' }).click();
  await expect(page.getByText(`The network ${ELSEWHERE}`)).toBeVisible();
  await expect(networks).toHaveCount(0);

  await expect(async () => {
    await page.goto(`/teacher/generate?course=${course._id}`);
    await expect(page.getByText(`The network ${ELSEWHERE}`)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(networks).toHaveCount(0);
  await page.getByRole('button', { name: 'Generate QR Code' }).click();
  const scanned = await page.locator('[data-qr]').first().getAttribute('data-qr');
  await expect(page.getByText(`The network ${ELSEWHERE}`)).toBeVisible();
  await page.getByRole('link', { name: 'See who arrives' }).click();
  await expect(page.getByText(`The network ${ELSEWHERE}`)).toBeVisible();
  await expect(page.getByText('No attendance records yet')).toBeVisible();

  const phone = await openPhone(url);
  await signInAs(phone, student);
  await phone.goto(new URL(scanned ?? '').pathname);
  await phone.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(phone.getByText(/Connect to its Wi-Fi and try again/)).toBeVisible();
  await phone.close();
  await expect(page.getByText('No attendance records yet')).toBeVisible();
});

test('A teacher restricts one session to a network without a PIN, and a student in the network marks', async ({
  page,
  campus,
  url,
}) => {
  const { teacher, student, course } = await runningClass(campus);
  await campus.call('PATCH', `/api/courses/${course._id}`, teacher.token, {
    sessionDefaults: { requirePin: true },
  });
  await signInAs(page, teacher);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(async () => {
    await page.goto(`/teacher/generate?course=${course._id}`);
    await expect(page.getByText('PIN', { exact: true })).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await page.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByRole('checkbox', { name: /^PIN/ })).toBeChecked();
  await page.getByRole('checkbox', { name: /^PIN/ }).uncheck();
  await page.getByLabel('Allowed networks (optional)').fill(HERE.join('\n'));
  await expectToFit(page);
  await page.getByRole('button', { name: 'Generate QR Code' }).click();
  const scanned = await page.locator('[data-qr]').first().getAttribute('data-qr');
  await expect(page.getByText(`The network ${HERE.join(' or ')}`)).toBeVisible();

  const phone = await openPhone(url);
  await signInAs(phone, student);
  await phone.goto(new URL(scanned ?? '').pathname);
  await phone.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(phone.getByText('Attendance Marked!')).toBeVisible();
  await phone.close();
});

test('A session that requires a PIN asks for it even if the student’s preferences do not', async ({
  campus,
  url,
  page,
}) => {
  const world = await runningClass(campus, {
    preferences: { requirePin: false },
    session: { policy: { requirePin: true } },
  });
  const { student, teacher, session, scanned } = world;
  const { ticket } = await campus.scan(student, session.qrCode ?? '');
  const without = { token: student.token, body: { ticket } };
  const refused = await request(url, 'POST', '/api/attendance', without);
  expect(refused).toMatchObject({ status: 403, body: { code: 'pin_required' } });

  await signInAs(page, student);
  await page.goto(scanned);
  await enterPin(page);
  await page.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(page.getByText('Attendance Marked!')).toBeVisible();
  const path = `/api/attendance?sessionId=${session._id}`;
  const records = await campus.call<AttendanceRecord[]>('GET', path, teacher.token);
  expect(records.map(({ student: { _id } }) => _id)).toEqual([student.id]);
});
