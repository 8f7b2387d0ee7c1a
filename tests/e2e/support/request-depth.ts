import { expect, type Locator, type Page, type Route } from '@playwright/test';

/** A round of delayed requests is complete after this time without a request or an answer. */
const QUIET_MS = 800;

/**
 * Opens a page, delays its requests until no more arrive, and then answers them together. Each such round is
 * a round trip for which a page on a poor network waits, however fast this machine is. @returns the paths of
 * each round until the locator is visible
 */
export const countRounds = async (page: Page, path: string, shows: Locator): Promise<string[][]> => {
  const rounds: string[][] = [];
  let heldRoutes: Route[] = [];
  let movedAt = Date.now();
  const move = (): void => {
    movedAt = Date.now();
  };
  page.on('requestfinished', move);
  page.on('requestfailed', move);
  await page.route('**/*', (route) => {
    heldRoutes.push(route);
    move();
  });
  // Browsers request the icon at any time, and no page waits for it.
  await page.route('**/favicon.svg', (route) => route.continue());
  const isHeldBack = (): boolean => heldRoutes.length > 0 && Date.now() - movedAt > QUIET_MS;
  const answerRound = async (): Promise<void> => {
    const round = heldRoutes;
    heldRoutes = [];
    rounds.push(round.map((route) => new URL(route.request().url()).pathname).toSorted());
    await Promise.all(round.map((route) => route.continue()));
    move();
  };
  const until = (met: () => boolean | Promise<boolean>): Promise<void> =>
    expect.poll(met, { intervals: [100], timeout: 60_000 }).toBe(true);

  const opening = page.goto(path, { waitUntil: 'commit' });
  await until(isHeldBack);
  await answerRound();
  await opening;
  // The prerendered page is usable only after the app has replaced it.
  const isUsable = async (): Promise<boolean> =>
    (await page.locator('#root[data-first-page]').count()) === 0 && (await shows.isVisible());
  for (;;) {
    await until(async () => isHeldBack() || (await isUsable()));
    if (await isUsable()) break;
    await answerRound();
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return rounds;
};
