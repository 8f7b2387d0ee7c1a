import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium as browserType } from '@playwright/test';
import { cameraArguments, pointCameraAt } from '@qr-attendance/e2e/support/camera';
import type { Member } from '@qr-attendance/e2e/support/campus';
import { openPhone } from '@qr-attendance/e2e/support/phone';
import { signInAs } from '@qr-attendance/e2e/support/sign-in-as';
import { wholeChromium } from '@qr-attendance/tooling/chromium';

interface Scene {
  url: string;
  teacher: Member;
  student: Member;
  sessionId: string;
}

const filmCode = async ({ url, teacher, sessionId }: Scene): Promise<Buffer> => {
  const browser = await browserType.launch(wholeChromium());
  const page = await browser.newPage({ baseURL: url });
  await signInAs(page, teacher);
  await page.goto(`/teacher/sessions/${sessionId}`);
  const picture = await page.locator('[data-qr]').first().screenshot();
  await browser.close();
  return picture;
};

/**
 * Milliseconds from the press of "Start Scanning" until the code was read, with a phone whose camera plays
 * the teacher's page.
 */
export const timeScans = async (scene: Scene, rounds: number, slower: number): Promise<number[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-camera-'));
  const film = join(folder, 'camera.y4m');
  await pointCameraAt(film, await filmCode(scene));
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const phone = await openPhone(scene.url, { args: cameraArguments(film), permissions: ['camera'] });
    await signInAs(phone, scene.student);
    await phone.goto('/student/scan');
    const start = phone.getByRole('button', { name: 'Start Scanning' });
    await start.waitFor();
    await phone.waitForLoadState('networkidle');
    const session = await phone.context().newCDPSession(phone);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    const began = performance.now();
    await start.click();
    await phone.waitForURL('**/attendance/*', { waitUntil: 'commit' });
    times.push(performance.now() - began);
    await phone.close();
  }
  await rm(folder, { recursive: true });
  return times;
};
