import type { Page } from '@playwright/test';

/** Links that are called the same and lead to different places, as `name: places`. */
export const findAmbiguousLinks = async (page: Page): Promise<string[]> => {
  const links = await page.locator('a[href]:visible').evaluateAll((all) =>
    all.map((link) => ({
      name: (link.getAttribute('aria-label') ?? link.textContent ?? '').trim(),
      to: link.getAttribute('href') ?? '',
    })),
  );
  const places = new Map<string, Set<string>>();
  for (const { name, to } of links) places.set(name, (places.get(name) ?? new Set()).add(to));
  return [...places].filter(([, to]) => to.size > 1).map(([name, to]) => `${name}: ${[...to].join(', ')}`);
};
