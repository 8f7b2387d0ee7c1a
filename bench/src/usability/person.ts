import type { Locator, Page } from '@playwright/test';
import { effortOf, type Effort } from './pace.ts';
import { watchActs } from './watch-acts.ts';

export interface Person {
  page: Page;
  open: (path: string) => Promise<void>;
  press: (target: Locator) => Promise<void>;
  type: (field: Locator, text: string) => Promise<void>;
  enter: () => Promise<void>;
  see: (what: Locator) => Promise<void>;
}

export const playJourney = async (
  page: Page,
  journey: (person: Person) => Promise<void>,
): Promise<Effort> => {
  const acts = await watchActs(page);
  let waitedMs = 0;
  const waiting = async (work: () => Promise<unknown>): Promise<void> => {
    const began = performance.now();
    await work();
    waitedMs += performance.now() - began;
  };
  const click = async (target: Locator): Promise<void> => {
    const began = performance.now();
    const before = acts.length;
    await target.click();
    const act = acts[before];
    if (!act) throw new Error(`the page did not log of a press on ${String(target)}`);
    waitedMs += act.at - began;
  };
  await journey({
    page,
    open: (path) => waiting(() => page.goto(path, { waitUntil: 'commit' })),
    press: click,
    type: async (field, text) => {
      await waiting(() => field.waitFor());
      const isThere = await field.evaluate((element) => element === element.ownerDocument.activeElement);
      if (!isThere) await click(field);
      await page.keyboard.type(text);
    },
    enter: () => page.keyboard.press('Enter'),
    see: (what) => waiting(() => what.first().waitFor()),
  });
  const effort = effortOf(acts);
  return { ...effort, seconds: effort.seconds + waitedMs / 1_000 };
};
