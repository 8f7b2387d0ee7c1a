import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { Member } from '@qr-attendance/e2e/support/campus';
import { openPhone } from '@qr-attendance/e2e/support/phone';
import { signInAs } from '@qr-attendance/e2e/support/sign-in-as';

const IN_PAGE = fileURLToPath(new URL('in-page.js', import.meta.url));

/** A code that the product's decoder read, by the machine's clock in ms; the rest of a first read that was reported. */
export interface Read {
  text: string;
  at: number;
  arrivedAt?: number;
  roundTripMs?: number;
}

/** A phone on the product's own scan page, whose camera is a canvas of that page. */
export const openFilmPhone = async (url: string, student: Member): Promise<Page> => {
  const phone = await openPhone(url, {
    // Both ends of a call are on this machine; the page asks a server that its policy does not know.
    args: ['--allow-loopback-in-peer-connection'],
    permissions: ['camera'],
    bypassCSP: true,
  });
  await phone.addInitScript({ path: IN_PAGE });
  await signInAs(phone, student);
  await phone.goto('/student/scan');
  return phone;
};

/** A page of the same browser, in a process of its own, that films a wall as well. */
export const openStage = async (phone: Page, serverUrl: string): Promise<Page> => {
  const browser = phone.context().browser();
  if (!browser) throw new Error('the phone has no browser');
  const stage = await browser.newPage();
  await stage.addInitScript({ path: IN_PAGE });
  await stage.goto(serverUrl);
  return stage;
};

/** Opens the scanner and waits until the WebAssembly decoder reads: html5-qrcode, which reads before, would end at a code. */
export const startReading = async (phone: Page): Promise<void> => {
  await phone.getByRole('button', { name: 'Start Scanning' }).click();
  await phone.waitForFunction('bench.isReading');
};

/** Shows a film of some codes. @returns when the first was shown, in ms of the machine's clock, and what the phone read */
export const showFilm = async (
  wall: Page,
  phone: Page,
  film: { address: string; codes: number; codeMs: number },
  onItsWayMs = 0,
): Promise<{ startedAt: number; reads: Read[] }> => {
  const startedAt = await wall.evaluate<number>(`bench.showCodes(${JSON.stringify(film)})`);
  await phone.waitForTimeout(onItsWayMs);
  await phone.waitForFunction('bench.unanswered === 0');
  return { startedAt, reads: await phone.evaluate<Read[]>('bench.reads') };
};
