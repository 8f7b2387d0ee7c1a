import type { Page } from '@playwright/test';
import { showToCamera } from '../support/show-to-camera.ts';
import { openPhone } from '../support/phone.ts';
import { expect, expectToFit, signInAs, test } from '../support/test.ts';

const VCARD = 'BEGIN:VCARD\nVERSION:3.0\nFN:Grace Hopper\nEND:VCARD';
const SCANNED = {
  'a contact of several lines': VCARD,
  'a wireless network': 'WIFI:T:WPA;S:campus;P:secret;;',
  'an address of another site': 'https://menu.example/today?table=7#soup',
  'a text longer than any code': 'x'.repeat(300),
  'a percent sign': '%',
  'an emoji': '🙂🙃',
  'a path upwards': '../../teacher',
  dots: '..',
  blanks: '   ',
};
const OPENED = {
  'a contact of several lines': `/attendance/${encodeURIComponent(VCARD)}`,
  'a line feed alone': '/attendance/%0A',
  'control characters': '/attendance/%00%01%07',
  'a line separator': '/attendance/a%E2%80%A8b',
  'a percent sign': '/attendance/%25',
  'a malformed escape': '/attendance/%E0%A4%A',
  'an unencoded address': '/attendance/https://menu.example/today',
  'an encoded address': `/attendance/${encodeURIComponent('https://menu.example/today')}`,
  'several steps': '/attendance/a/b/c',
  'a file name': '/attendance/menu.pdf',
  'an emoji': `/attendance/${encodeURIComponent('🙂')}`,
  'a long text': `/attendance/${'x'.repeat(2_000)}`,
  nothing: '/attendance/',
};

const escaped = (text: string): string =>
  text.replace(/[&<>"\n]/g, (character) => `&#${character.charCodeAt(0)};`);

const expectOrdinaryError = async (page: Page, what: string): Promise<void> => {
  await expect(page.getByRole('alert').getByText('Invalid QR code or session not found'), what).toBeVisible();
  await expect(page.getByRole('link', { name: 'Scan Again' }), what).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark My Attendance' }), what).toHaveCount(0);
};

test('A foreign code that is opened directly shows the usual error, whatever its content', async ({
  page,
  campus,
}) => {
  test.slow();
  await signInAs(page, await campus.student());
  for (const [what, path] of Object.entries(OPENED)) {
    await page.goto(path);
    await expectOrdinaryError(page, what);
    await expectToFit(page);
  }
  await page.getByRole('link', { name: 'Scan Again' }).click();
  await expect(page).toHaveURL('/student/scan');
});

test('A foreign code in front of the scanner shows the usual error, and the next code is read', async ({
  page: projector,
  campus,
  url,
}) => {
  test.slow();
  const phone = await openPhone(url, { permissions: ['camera'] });
  await showToCamera(phone, projector);
  await signInAs(phone, await campus.student());
  for (const [what, text] of Object.entries(SCANNED)) {
    await projector.setContent(`<p data-qr="${escaped(text)}"></p>`);
    await phone.goto('/student/scan');
    await phone.getByRole('button', { name: 'Start Scanning' }).click();
    await expectOrdinaryError(phone, what);
  }
  await phone.close();
});

test('A page with a line break in its URL shows the 404 page', async ({ page, campus }) => {
  await signInAs(page, await campus.student());
  for (const path of ['/nowhere%0Aat-all', '/student/nowhere%0Aat-all']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Page Not Found' }), path).toBeVisible();
  }
});
