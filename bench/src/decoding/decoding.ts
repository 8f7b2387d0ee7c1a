import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { cameraArguments, videoOf } from '@qr-attendance/e2e/support/camera';
import { campus, type Member } from '@qr-attendance/e2e/support/campus';
import { drawFrame, seededRandom, type View } from '@qr-attendance/e2e/support/draw-frame';
import { openPhone } from '@qr-attendance/e2e/support/phone';
import { signInAs } from '@qr-attendance/e2e/support/sign-in-as';
import type { Bench, Goal } from '../bench.ts';
import { startWorld } from '../world/start-world.ts';

const VIEWS: [name: string, view: View][] = [
  ['4 pixels a module', { pixelsPerModule: 4 }],
  ['3 pixels', { pixelsPerModule: 3 }],
  ['2.5 pixels', { pixelsPerModule: 2.5 }],
  ['2 pixels', { pixelsPerModule: 2 }],
  ['1.6 pixels', { pixelsPerModule: 1.6 }],
  ['3 pixels, from 45° aside', { pixelsPerModule: 3, sideways: 45 }],
  ['3 pixels, blurred', { pixelsPerModule: 3, blur: 1.4 }],
  ['3 pixels, noise of a dark hall', { pixelsPerModule: 3, noise: 40 }],
  ['3 pixels, washed-out projector', { pixelsPerModule: 3, dark: 170, light: 225, noise: 8 }],
  ['3 pixels, moved by 5 pixels', { pixelsPerModule: 3, motion: 5 }],
];

const SEED = 15;
/** The camera shows the same image repeatedly; a code that is not read within this time counts as unread. */
const PATIENCE_MS = 1_500;
const SETTLE_MS = 2_500;

/** Leaves the browser with html5-qrcode's own decoder only. */
const ONLY_HTML5_QRCODE = 'delete globalThis.Worker; delete globalThis.BarcodeDetector;';

const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const codesFrom = (seed: number, count: number): string[] => {
  const random = seededRandom(seed);
  const letter = () => LETTERS[Math.floor(random() * LETTERS.length)];
  return Array.from(
    { length: count },
    () => `https://qr.uni.example/attendance/${Array.from({ length: 8 }, letter).join('')}`,
  );
};

const openScanPage = async (url: string, student: Member, film: string, script?: string): Promise<Page> => {
  const phone = await openPhone(url, { args: cameraArguments(film), permissions: ['camera'] });
  if (script !== undefined) await phone.addInitScript(script);
  await phone.route('**/api/sessions/verify/*', (route) =>
    route.fulfill({
      status: 404,
      json: { error: 'Invalid QR code or session not found', code: 'invalid_code' },
    }),
  );
  await signInAs(phone, student);
  await phone.goto('/student/scan');
  return phone;
};

const reads = async (phone: Page, path: string): Promise<boolean> => {
  const start = phone.getByRole('button', { name: 'Start Scanning' });
  await start.click({ timeout: SETTLE_MS }).catch(async () => {
    await phone.goto('/student/scan');
    await start.click();
  });
  await phone
    .getByText('Position the QR code in the frame')
    .or(phone.getByText('Invalid QR code'))
    .first()
    .waitFor({ timeout: SETTLE_MS })
    // The code was read before the hint appeared, or the camera did not open: the URL shows which.
    .catch(() => undefined);
  const isRead = await phone.waitForURL(`**${path}`, { timeout: PATIENCE_MS }).then(
    () => true,
    () => false,
  );
  if (isRead) await phone.goBack();
  else
    await phone
      .getByRole('button', { name: 'Cancel' })
      .click({ timeout: SETTLE_MS })
      .catch(() => undefined);
  // Read just after the timeout, so it does not count.
  await start.waitFor({ timeout: SETTLE_MS }).catch(() => phone.goto('/student/scan'));
  return isRead;
};

const count = async (phones: Page[], film: string, view: View, frames: number): Promise<number[]> => {
  let read = phones.map(() => 0);
  for (const [frame, address] of codesFrom(SEED, frames).entries()) {
    await writeFile(film, videoOf(drawFrame(address, view, SEED + frame)));
    const answers = await Promise.all(phones.map((phone) => reads(phone, new URL(address).pathname)));
    read = read.map((sum, which) => sum + (answers[which] ? 1 : 0));
  }
  return read;
};

export const decoding: Bench = {
  name: 'decoding',
  about:
    'how many of the frames drawn from a seed the scan page reads: far, aslant, blurred, noisy, washed-out, moved',
  run: async ({ short, log }) => {
    const frames = short ? 2 : 30;
    const system = await startWorld();
    const folder = await mkdtemp(join(tmpdir(), 'bench-decoding-'));
    const film = join(folder, 'camera.y4m');
    try {
      await writeFile(film, videoOf(drawFrame('nothing', { pixelsPerModule: 1 }, SEED)));
      const student = await campus(system.url).student();
      const rows: (string | number)[][] = [];
      const goals: Goal[] = [];
      const before = await openScanPage(system.url, student, film, ONLY_HTML5_QRCODE);
      const now = await openScanPage(system.url, student, film);
      for (const [name, view] of VIEWS) {
        const [old = 0, read = 0] = await count([before, now], film, view, frames);
        log(`${name}: ${old} and ${read} of ${frames}`);
        rows.push([name, old, read]);
        goals.push({
          goal: `${name}: no fewer than html5-qrcode reads`,
          found: `${read} of ${old}`,
          met: read >= old,
        });
      }
      await before.close();
      await now.close();
      return {
        tables: [
          { title: `Frames read of ${frames}`, heads: ['frames', 'html5-qrcode', 'zxing-wasm'], rows },
        ],
        goals,
      };
    } finally {
      await rm(folder, { recursive: true });
      await system.stop();
    }
  },
};
