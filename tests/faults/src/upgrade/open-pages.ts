import { chromium as browserType, type Browser, type Page } from '@playwright/test';
import { chromium } from '@qr-attendance/tooling/chromium';
import type { Outcome } from '../campus/phone.ts';
import { PASSWORD } from '@qr-attendance/test-kit';
import type { Person, PlannedMark } from '../campus/set-up.ts';

/** The limit is long, because starting processes may use all cores. */
const WITHIN_MS = 90_000;

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).first();
const cell = (page: Page, { name }: Person) =>
  page.getByText(name, { exact: true }).filter({ visible: true }).first();
const outliveToken = (page: Page) => page.evaluate(`localStorage.setItem('token', 'over')`);

const keptMarks = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('attendance-pending');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('marks').objectStore('marks').count();
      counting.onsuccess = () => { opening.result.close(); resolve(counting.result); };
    };
  })`);

const signIn = async (browser: Browser, baseURL: string, { email }: Person): Promise<Page> => {
  const context = await browser.newContext({ baseURL });
  context.setDefaultTimeout(WITHIN_MS);
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await heading(page, 'Dashboard').waitFor();
  return page;
};

interface Phone {
  planned: PlannedMark;
  page: Page;
  pressedAt: number;
}

/** A student who presses the button after the phone has lost its connection. */
const markOffline = async (browser: Browser, url: string, planned: PlannedMark): Promise<Phone> => {
  const page = await signIn(browser, url, planned.student);
  await page.goto(`/attendance/${planned.session.code}`);
  const mark = page.getByRole('button', { name: 'Mark My Attendance' });
  // Waits until the app has replaced the prerendered button.
  await page.locator('#root:not([data-first-page])').waitFor();
  await mark.waitFor();
  await page.context().setOffline(true);
  const pressedAt = Date.now();
  await mark.click();
  await heading(page, 'Not sent yet').waitFor();
  const marks = await keptMarks(page);
  if (marks !== 1) throw new Error(`the release before keeps ${marks} marks of one that was not sent`);
  await outliveToken(page);
  return { planned, page, pressedAt };
};

const choosePair = (waiting: PlannedMark[]): [PlannedMark, PlannedMark] => {
  for (const first of waiting) {
    const second = waiting.find(
      ({ session, student }) => session === first.session && student !== first.student,
    );
    if (second) return [first, second];
  }
  throw new Error('no two marks of one session wait');
};

const why = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

/**
 * A teacher with the live roster and two offline students with stored marks, on pages of the previous
 * release.
 */
export const openPages = async (url: string, waiting: PlannedMark[]) => {
  const pair = choosePair(waiting);
  const { session } = pair[0];
  const browser = await browserType.launch(chromium());
  const teacher = await signIn(browser, url, session.teacher);
  await teacher.goto(`/teacher/sessions/${session.id}`);
  await teacher.getByRole('heading', { level: 2 }).first().waitFor();
  await teacher.evaluate('window.openedBefore = true');
  const [open, again] = await Promise.all([
    markOffline(browser, url, pair[0]),
    markOffline(browser, url, pair[1]),
  ]);
  const markPage = new URL(again.page.url()).pathname;
  await again.page.goto('about:blank');

  const problems: string[] = [];
  const expectThat = async (what: string, look: () => Promise<unknown>): Promise<boolean> => {
    try {
      await look();
      return true;
    } catch (error) {
      problems.push(`${what}: ${why(error)}`);
      return false;
    }
  };
  const deliver = async (
    { planned, page, pressedAt }: Phone,
    what: string,
    come: () => Promise<unknown>,
  ): Promise<Outcome> => {
    const arrived = await expectThat(`a mark that waited in IndexedDB is delivered ${what}`, async () => {
      await page.context().setOffline(false);
      await come();
      await heading(page, 'Attendance Marked!').waitFor();
      const marks = await keptMarks(page);
      if (marks !== 0) throw new Error(`${marks} marks are still kept`);
    });
    const answeredAt = Date.now();
    const result = arrived ? 'acknowledged' : 'unanswered';
    return { ...planned, result, answeredAt, waitedMs: answeredAt - pressedAt };
  };
  const staysSignedIn = (phone: Phone, whose: string) =>
    expectThat(`the student ${whose} is still signed in`, async () => {
      await phone.page.goto('/student/history');
      await heading(phone.page, 'Attendance History').waitFor();
    });
  const showsBoth = () => Promise.all(pair.map(({ student }) => cell(teacher, student).waitFor()));

  return {
    left: waiting.filter((planned) => !pair.includes(planned)),
    goOnline: async (): Promise<{ outcomes: Outcome[]; check: () => Promise<string[]> }> => {
      const outcomes = await Promise.all([
        deliver(open, 'by the page that stayed open', async () => undefined),
        deliver(again, 'by the page that is opened again', () => again.page.goto(markPage)),
      ]);
      const check = async (): Promise<string[]> => {
        await staysSignedIn(open, 'whose page stayed open');
        await staysSignedIn(again, 'whose page was opened again');
        await expectThat('the live roster of the release before shows both', async () => {
          await showsBoth();
          if (!(await teacher.evaluate('window.openedBefore === true')))
            throw new Error('it was loaded again');
        });
        await expectThat('the teacher is still signed in, on the page of this release', async () => {
          await outliveToken(teacher);
          await teacher.reload();
          await showsBoth();
        });
        await browser.close();
        return problems;
      };
      return { outcomes, check };
    },
  };
};
