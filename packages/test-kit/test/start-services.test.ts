import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../src/eventually.ts';
import { someone } from '../src/tokens.ts';
import { startServices, type TestServices } from '../src/start-services.ts';

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

describe.each([
  ['in its process', {}],
  ['as separate processes', { asProcesses: true }],
])('services started for a test %s', (_where, options) => {
  let system: TestServices;
  const teacher = someone('TEACHER');
  beforeAll(async () => {
    system = await startServices(['course'], options);
  });
  afterAll(() => system.stop());

  it('respond, and accept tokens signed for them', async () => {
    const ask = (token: string) =>
      fetch(`${system.urls.course}/api/courses`, { headers: { authorization: `Bearer ${token}` } });
    expect((await ask(system.tokenFor(teacher))).status).toBe(200);
    expect((await ask(system.tokenFor(teacher, -1))).status).toBe(401);
  });

  it('start the named services only', async () => {
    expect(await isReady(system.urls.auth)).toBe(false);
  });

  it('can be restarted at the same URL', async () => {
    await system.restart('course');
    await eventually(async () => expect(await isReady(system.urls.course)).toBe(true));
  });
});

describe('service processes', () => {
  it('can be restarted at the same URL after they are killed', async () => {
    const system = await startServices(['course'], { asProcesses: true });
    const before = system.pidOf('course');
    system.kill('course');
    await eventually(async () => {
      expect(system.pidOf('course')).not.toBe(before);
      expect(await isReady(system.urls.course)).toBe(true);
    });
    await system.stop();
  });

  it('leave no process behind when they are stopped', async () => {
    const system = await startServices(['session'], { asProcesses: true });
    const pid = system.pidOf('session') ?? 0;
    expect(process.kill(pid, 0)).toBe(true);
    await system.stop();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

it('a service inside the test stops listening when it is stopped, and cannot be killed', async () => {
  const system = await startServices(['session']);
  expect(() => system.kill('session')).toThrow('does not run as a process');
  await system.stop();
  expect(await isReady(system.urls.session)).toBe(false);
});
