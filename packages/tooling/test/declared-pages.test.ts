import { expect, test } from '@jest/globals';
import { browserErrorSchema } from '@qr-attendance/contracts';
import { readDeclaredPages } from '../src/pages/read-pages.ts';

const { page: pageSchema } = browserErrorSchema.shape;

test('client telemetry accepts the path of every declared page', async () => {
  const routes = (await readDeclaredPages()).map(({ route }) => route);
  expect(routes.length).toBeGreaterThan(40);
  expect(routes.filter((route) => !pageSchema.safeParse(route).success)).toEqual([]);
});
