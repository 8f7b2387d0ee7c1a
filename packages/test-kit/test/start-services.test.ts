import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../src/eventually.ts';
import { someone } from '../src/tokens.ts';
import { startServices, type TestServices } from '../src/start-services.ts';

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

describe('services started for a test', () => {
  let system: TestServices;
  const teacher = someone('TEACHER');
  beforeAll(async () => {
    system = await startServices(['course']);
  });
  afterAll(() => system.stop());

  it('answer, and take the tokens signed for them', async () => {
    const ask = (token: string) =>
      fetch(`${system.urls.course}/api/courses`, { headers: { authorization: `Bearer ${token}` } });
    expect((await ask(system.tokenFor(teacher))).status).toBe(200);
    expect((await ask(system.tokenFor(teacher, -1))).status).toBe(401);
  });

  it('leave the services that were not named unstarted', async () => {
    expect(await isReady(system.urls.auth)).toBe(false);
  });

  it('come back at the same address when they are killed', async () => {
    const before = system.pidOf('course');
    system.kill('course');
    await eventually(async () => {
      expect(system.pidOf('course')).not.toBe(before);
      expect(await isReady(system.urls.course)).toBe(true);
    });
  });
});

it('a stopped system leaves no process behind', async () => {
  const system = await startServices(['session']);
  const pid = system.pidOf('session') ?? 0;
  expect(process.kill(pid, 0)).toBe(true);
  await system.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
