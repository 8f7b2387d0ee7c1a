import { expect, test } from '@jest/globals';
import themes from 'antd/es/theme';
import { theme, tokens } from '../src/index.ts';

/** Colors require a browser (tests/e2e/tests/look-without-antd.spec.ts). */
const sizes = Object.entries(tokens).filter(([, token]) => !String(token).startsWith('var('));

test.each(['light', 'dark'] as const)('uses antd’s sizes of the %s theme', (name) => {
  const derived: object = themes.getDesignToken(theme[name]);
  expect(sizes.length).toBeGreaterThan(20);
  expect(derived).toMatchObject(Object.fromEntries(sizes));
});
