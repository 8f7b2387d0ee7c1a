import type { Page } from '@playwright/test';
import axe from 'axe-core';

const FINISH_ANIMATIONS = `Promise.allSettled(
  document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished),
)`;

const expectNoFrames = (page: Page): void => {
  const frames = page.frames().length - 1;
  if (frames > 0) throw new Error(`The page has ${frames} frames, in which axe-core does not look.`);
};

/**
 * Replaces Playwright's adapter, which would read axe's long script on each call and open another page for
 * the summary.
 */
export const findViolations = async (page: Page, tags?: string[]): Promise<string[]> => {
  expectNoFrames(page);
  // The script is evaluated instead of added as an element, which the page's CSP would block.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  // Waits until transitions have ended, because colors change during them.
  await page.evaluate(FINISH_ANIMATIONS);
  const options = {
    ...(tags ? { runOnly: { type: 'tag', values: tags } } : {}),
    resultTypes: ['violations'],
  };
  const violations = await page.evaluate<axe.Result[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
};
