import { chromium as browsers } from '@playwright/test';
import { chromium } from '@qr-attendance/tooling/chromium';
import type { Attack } from '../attack.ts';
import { contentPolicy } from '../defenses/gateway.ts';

const SETTLE_MS = 1_000;

export const pageAttacks: Attack[] = [
  {
    name: 'a script stored as a name, on a teacher’s page that writes names as HTML',
    defenses: [contentPolicy],
    attempt: async ({ lesson, student, enroll, scan, mark, url }) => {
      const running = await lesson();
      const name = '<img src=x onerror="window.owned=true">';
      const cheat = await student(name);
      await enroll(cheat, running);
      await mark(cheat, await scan(cheat, running));
      const browser = await browsers.launch(chromium());
      try {
        const page = await browser.newPage();
        await page.addInitScript((token) => {
          localStorage.setItem('token', token);
        }, running.teacher.token);
        await page.goto(`${url}/teacher/sessions/${running.session._id}`);
        // React escapes the text, so this inserts the displayed text as HTML, like a vulnerable page.
        const shown = await page.getByText(name).first().textContent();
        await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(shown)})`);
        await page.waitForTimeout(SETTLE_MS);
        return await page.evaluate<boolean>('window.owned === true');
      } finally {
        await browser.close();
      }
    },
  },
];
