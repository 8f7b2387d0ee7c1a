import type { Page } from '@playwright/test';
import { choose } from '@qr-attendance/e2e/support/forms';
import { expect, signInAs, test } from '@qr-attendance/e2e/support/test';

const addTerm = async (
  page: Page,
  { name, days, holiday }: { name: string; days: [string, string]; holiday?: { name: string; day: string } },
) => {
  await page.getByRole('button', { name: 'Add term' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add term' });
  await drawer.getByLabel('Name', { exact: true }).fill(name);
  await drawer.getByLabel('First day', { exact: true }).fill(days[0]);
  await drawer.getByLabel('Last day', { exact: true }).fill(days[1]);
  if (holiday) {
    await drawer.getByRole('button', { name: 'Add break' }).click();
    await drawer.getByLabel('Break: name').fill(holiday.name);
    await drawer.getByRole('group', { name: 'Break' }).getByLabel('First day').fill(holiday.day);
  }
  await drawer.getByRole('button', { name: 'Create term' }).click();
  await expect(page.getByText(`${name} is saved`)).toBeVisible();
  await expect(drawer).toHaveCount(0);
};

test('A term gets a break, its courses are copied into the next term, and they are archived with the term', async ({
  page: office,
  browser,
  campus,
  admin,
  url,
}) => {
  test.slow();
  const word = String(Date.now());
  const [old, next] = [`Old ${word}`, `Next ${word}`];
  const member = await campus.teacher();
  await signInAs(office, admin);
  await office.goto(`/admin/terms?search=${word}`);
  await addTerm(office, {
    name: old,
    days: ['28 Sep 2031', '12 Feb 2032'],
    holiday: { name: 'Winter break', day: '22 Dec 2031' },
  });
  await addTerm(office, { name: next, days: ['1 Mar 2032', '30 Jun 2032'] });
  const row = office.getByRole('row').filter({ hasText: old });
  await expect(row).toContainText('Upcoming');

  // A break must be within the term; the page shows the server's reason and keeps the entry.
  await row.getByRole('button', { name: `Edit ${old}` }).click();
  const drawer = office.getByRole('dialog', { name: `Edit ${old}` });
  await drawer.getByRole('group', { name: 'Break' }).getByLabel('First day').fill('22 Dec 2033');
  await drawer.getByRole('button', { name: 'Save term' }).click();
  await expect(drawer.getByRole('alert')).toHaveText('Winter break must be within the term.');
  await drawer.getByRole('button', { name: 'Cancel' }).click();

  const teacher = await browser.newPage({ baseURL: url });
  await signInAs(teacher, member);
  await teacher.goto('/teacher/courses');
  await teacher.getByRole('button', { name: 'Add New Course' }).click();
  await teacher.getByLabel('Course Name').fill('Optics');
  await teacher.getByLabel('Course Code').fill('PH101');
  await choose(teacher, 'Semester', '3');
  await choose(teacher, 'Term', old);
  await teacher.getByRole('button', { name: 'Create Course' }).click();
  await teacher.getByRole('link', { name: 'View details of PH101' }).click();
  await teacher.getByRole('button', { name: 'Copy to next term' }).click();
  const dialog = teacher.getByRole('dialog');
  await expect(dialog.getByLabel('Term').locator('option:checked')).toHaveText(next);
  await dialog.getByRole('button', { name: 'Copy course' }).click();
  await expect(teacher.getByText(`Course copied into ${next}`)).toBeVisible();
  await expect(teacher.getByRole('main')).toContainText(next);

  await expect(async () => {
    await office.reload();
    await expect(row.getByRole('cell').nth(3)).toHaveText('1', { timeout: 2_000 });
  }).toPass();
  await row.getByRole('button', { name: `Archive ${old}` }).click();
  await office.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(row).toContainText('Archived');
  await expect(row.getByRole('cell').nth(3)).toHaveText('1');

  await teacher.goto('/teacher/courses');
  await expect(teacher.getByRole('heading', { name: 'Optics' })).toHaveCount(1);
  await choose(teacher, 'Term', `${old} (archived)`);
  await expect(teacher).toHaveURL(/\?term=/);
  await expect(teacher.getByRole('heading', { name: 'Optics' })).toHaveCount(1);
  await expect(teacher.getByRole('link', { name: 'Generate QR for PH101' })).toHaveCount(0);
  await teacher.getByRole('link', { name: 'View details of PH101' }).click();
  await teacher.getByRole('button', { name: 'Restore course' }).click();
  await expect(teacher.getByText('The term of this course is archived.')).toBeVisible();
  await teacher.close();
});
