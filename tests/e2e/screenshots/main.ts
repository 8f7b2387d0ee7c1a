// `node tests/e2e/screenshots/main.ts` takes a desktop and a phone screenshot of each page of a demo campus
// for docs/screenshots.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium as browserType } from '@playwright/test';
import {
  fillDemoCampus,
  createPeople,
  PASSWORD as DEMO_PASSWORD,
  PIN as DEMO_PIN,
} from '@qr-attendance/demo';
import { buildAll, type System } from '@qr-attendance/stack';
import { startTestInfrastructure, startTestSystem } from '@qr-attendance/test-kit';
import type { Session } from '@qr-attendance/contracts';
import { campus, type Member } from '../support/campus.ts';
import { chromium } from '@qr-attendance/tooling/chromium';
import { expectNoArguments } from '@qr-attendance/server/command-line';
import { createAdmin } from '../support/create-admin.ts';
import { productPages, viewerOf } from '../support/pages.ts';
import { expect, signInAs } from '../support/test.ts';
import { inviteTo, type World } from '../support/world.ts';

expectNoArguments('node tests/e2e/screenshots/main.ts', 'Takes pictures of all pages into docs/screenshots.');
const folder = join(import.meta.dirname, '../../../docs/screenshots');
const devices = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

const nameOf = (route: string): string =>
  route === '/'
    ? 'home'
    : route
        .replaceAll(/:\w+Id/g, 'id')
        .replaceAll(/[^a-z]+/gi, '-')
        .replaceAll(/^-|-$/g, '')
        .toLowerCase();

const signIn = (url: string, { email }: { email: string }): Promise<Member> =>
  campus(url).signIn(email, DEMO_PASSWORD);

const demoWorld = async (url: string): Promise<World> => {
  const { teachers, students } = createPeople();
  const [teacherForm, studentForm] = [teachers[0], students[0]?.form];
  if (!teacherForm || !studentForm) throw new Error('the demo campus has no people');
  const [teacher, student] = [await signIn(url, teacherForm), await signIn(url, studentForm)];
  const { call } = campus(url);
  const deviceName = 'My phone';
  await call('POST', '/api/auth/set-pin', student.token, { pin: DEMO_PIN });
  await call('POST', '/api/auth/register-device', student.token, { deviceId: student.deviceId, deviceName });
  const [session] = await call<Session[]>('GET', '/api/sessions?active=true', teacher.token);
  if (!session) throw new Error('no session of the demo campus is running');
  const path = `/api/sessions/${session._id}/refresh`;
  const { qrCode } = await call<{ qrCode: string }>('POST', path, teacher.token, { refreshInterval: 300 });
  const courses = await call<World['course'][]>('GET', '/api/courses', teacher.token);
  const course = courses.find(({ _id }) => _id === session.course._id);
  if (!course) throw new Error('the running session has no course');
  const invitation = await inviteTo({ call }, teacher, course);
  return { teacher, student, session, course, scanned: `/attendance/${qrCode}`, invitation };
};

const takeAll = async (system: System): Promise<void> => {
  const { url } = system;
  const world = {
    ...(await demoWorld(url)),
    admin: await campus(url).signIn(await createAdmin(system)),
  };
  const browser = await browserType.launch(chromium());
  for (const [device, options] of Object.entries(devices))
    for (const productPage of productPages) {
      const page = await browser.newPage({ baseURL: url, reducedMotion: 'reduce', ...options });
      const viewer = viewerOf(productPage);
      if (viewer) await signInAs(page, world[viewer]);
      await page.goto(productPage.path(world));
      await page.locator('main, dialog').getByText(productPage.heading(world)).first().waitFor();
      await page.waitForLoadState('load');
      await expect(page.locator('.ui-skeleton')).toHaveCount(0);
      // Charts are rendered a moment after their data arrives.
      if (await page.getByRole('figure').count()) await page.locator('figure svg').last().waitFor();
      await page.screenshot({ path: join(folder, `${nameOf(productPage.route)}-${device}.png`) });
      await page.close();
    }
  await browser.close();
};

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await buildAll();
const servers = await startTestInfrastructure();
try {
  const system = await startTestSystem();
  try {
    console.log('Filling the demo campus …');
    await fillDemoCampus(system);
    await takeAll(system);
    console.log(`Screenshots of ${productPages.length} pages are in docs/screenshots`);
  } finally {
    await system.stop();
  }
} finally {
  await servers.stop();
}
