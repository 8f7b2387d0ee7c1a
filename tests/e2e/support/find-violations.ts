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
 * What axe-core finds wrong with a page as it looks now, by rule. It runs in the page alone, which has no frames: the
 * adapter for Playwright reads its script, which is long, again at each look, and opens another page to sum up.
 * @param tags only the rules of these groups
 */
export const findViolations = async (page: Page, tags?: string[]): Promise<string[]> => {
  expectNoFrames(page);
  // Not a script of the page, which its policy would refuse.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  // Colors on their way from one to another are neither.
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
