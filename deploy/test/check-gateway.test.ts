import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { startGateway, type TestGateway } from '../../gateway/test/support/gateway.ts';
import { CHART } from './support/helm.ts';

let folder: string;
let gateway: TestGateway;
const list = () => join(folder, 'remotes.json');
const writeRemotes = (...names: string[]) =>
  writeFile(
    list(),
    JSON.stringify(
      Object.fromEntries(
        names.map((name) => [name, { entry: `/remotes/${name}/mf-manifest.json`, contractVersion: 1 }]),
      ),
    ),
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remotes-'));
  await writeRemotes('teacher');
  gateway = await startGateway({ REMOTES_FILE: list() });
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true });
});

const check = async (url: string) => {
  const program = await readFile(join(CHART, 'files', 'check-gateway.mjs'), 'utf8');
  return execa(process.execPath, ['--input-type=module', '--eval', program], {
    env: { GATEWAY_URL: url },
    reject: false,
  });
};

it('helm test passes if the gateway is ready, serves its API and has every remote', async () => {
  await writeRemotes('teacher', 'student', 'attendance');
  const { exitCode, stdout } = await check(gateway.url);
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 });
  for (const path of ['/readyz', '/api/docs', '/remotes/student/mf-manifest.json'])
    expect(stdout).toContain(`good 200 ${path}`);
});

it('helm test fails if a listed remote is missing', async () => {
  await writeRemotes('teacher', 'teacher-2');
  const { exitCode, stdout } = await check(gateway.url);
  expect(exitCode).toBe(1);
  expect(stdout).toContain('BAD 404 /remotes/teacher-2/mf-manifest.json');
});

it('helm test requests the versions of a rollout, except versions on other origins', async () => {
  const stable = { entry: '/remotes/teacher/mf-manifest.json', contractVersion: 1 };
  const elsewhere = 'https://elsewhere.example/mf-manifest.json';
  const writeRollout = (entry: string) =>
    writeFile(
      list(),
      JSON.stringify({
        teacher: { ...stable, rollout: [{ ...stable, entry, percent: 5 }] },
        student: { ...stable, entry: elsewhere },
      }),
    );
  await writeRollout('/remotes/teacher-2/mf-manifest.json');
  const missing = await check(gateway.url);
  expect(missing.exitCode).toBe(1);
  expect(missing.stdout).toContain('BAD 404 /remotes/teacher-2/mf-manifest.json');
  await writeRollout('/remotes/student/mf-manifest.json');
  const { exitCode, stdout } = await check(gateway.url);
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 });
  expect(stdout).toContain(`not asked, as it is elsewhere: ${elsewhere}`);
});

it('helm test fails if the gateway is unreachable', async () => {
  expect((await check('http://127.0.0.1:9')).exitCode).toBe(1);
});
