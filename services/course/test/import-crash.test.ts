import { randomUUID } from 'node:crypto';
import { eventually } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createImporter, type Importer } from './support/imports.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let office: Importer;
beforeAll(async () => {
  world = await startWorld([], { asProcess: true });
  office = createImporter(() => world.url(), world.people.admin());
});
afterAll(() => world.close());

it('an import continues after the service was killed, with the same result and counts', async () => {
  const prefix = randomUUID().slice(0, 8);
  const lines = Array.from(
    { length: 150 },
    (_unit, index) => `${prefix}-${index},faculty,${prefix}-${index}`,
  );
  const run = await office.preview('units', `id,kind,name\n${lines.join('\n')}\n`);
  const written = () =>
    world.database.collection('units').countDocuments({ externalId: { $regex: `^${prefix}` } });
  await office.act(run._id, 'confirm', {});
  await eventually(async () => expect(await written()).toBeGreaterThan(0));
  await world.kill();
  const before = await written();
  expect(before).toBeLessThan(150);
  await world.restart();
  expect(await office.settle(run._id)).toMatchObject({
    state: 'done',
    applied: { added: 150, changed: 0, unchanged: 0, error: 0 },
  });
  expect(await written()).toBe(150);
  expect(await world.database.collection('units').countDocuments({ version: { $gt: 1 } })).toBe(0);
});
