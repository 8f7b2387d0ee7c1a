import type { Page } from '@playwright/test';
import { enterPin } from '../support/forms.ts';
import { expect, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

const TRACEPARENT = /^00-(?<trace>[0-9a-f]{32})-(?<span>[0-9a-f]{16})-01$/;

const watchTraces = (page: Page) => {
  const calls: { call: string; trace?: string | undefined; span?: string | undefined }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    const call = `${request.method()} ${pathname.replace(/verify\/.*/, 'verify')}`;
    calls.push({ call, ...TRACEPARENT.exec(request.headers()['traceparent'] ?? '')?.groups });
  });
  return { of: (wanted: string) => calls.find(({ call }) => call === wanted) };
};

test('A scan and its mark share one trace', async ({ page, campus }) => {
  const { student, scanned } = await runningClass(campus, { preferences: { requirePin: true } });
  await signInAs(page, student);
  const traces = watchTraces(page);
  await page.goto(scanned);
  await enterPin(page);
  await page.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(page.getByRole('heading', { name: 'Attendance Marked!' })).toBeVisible();
  const scan = traces.of('GET /api/sessions/verify');
  const mark = traces.of('POST /api/attendance');
  expect(scan?.trace).toBeDefined();
  expect(mark?.trace).toBe(scan?.trace);
  expect(mark?.span).not.toBe(scan?.span);
});
