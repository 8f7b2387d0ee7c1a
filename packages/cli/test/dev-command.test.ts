import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa, type ResultPromise } from 'execa';
import { areaNames } from '@qr-attendance/contracts/areas';
import { freePort } from '@qr-attendance/stack';
import { testServers } from '@qr-attendance/test-kit';

const DEV = join(import.meta.dirname, '../src/commands/dev.ts');

let dataDir: string;
let servers: Awaited<ReturnType<typeof testServers>>;
const launched = new Set<ResultPromise>();
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'qr-dev-'));
  servers = await testServers();
});
afterAll(async () => {
  for (const child of launched) child.kill('SIGTERM');
  await Promise.all(launched);
  await rm(dataDir, { recursive: true, force: true });
});

const launch = (port: number, ...args: string[]): ResultPromise => {
  const child = execa(process.execPath, ['--disable-warning=ExperimentalWarning', DEV, ...args], {
    reject: false,
    all: true,
    env: {
      CI: 'true',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: servers.postgresUrl,
      MONGODB_URL: servers.mongoUrl,
    },
  });
  launched.add(child);
  return child;
};
const ready = (child: ResultPromise): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = '';
    child.all?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Ctrl-C stops everything')) resolve();
    });
    void child.then(() => reject(new Error(`It did not start: ${output}`)));
  });

describe('npm run dev', () => {
  it('serves the page, the areas and the API at one URL, and leaves no processes behind', async () => {
    const port = await freePort();
    const child = launch(port);
    await ready(child);
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: response.status, text: await response.text() };
    };
    expect(await get('/teacher/courses')).toMatchObject({
      status: 200,
      text: expect.stringContaining('"/assets/main.js"'),
    });
    const page = await fetch(`http://127.0.0.1:${port}/login`);
    const [, nonce] = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '') ?? [];
    expect(nonce).toMatch(/.{20}/);
    expect(await page.text()).toContain(`<script nonce="${nonce}">`);
    const { status, text } = await get('/assets/main.js');
    expect(status).toBe(200);
    expect(text).toContain('react-refresh');
    for (const area of areaNames)
      expect(await get(`/remotes/${area}/mf-manifest.json`)).toMatchObject({
        status: 200,
        text: expect.stringContaining('remoteEntry'),
      });
    expect((await get('/api/openapi.json')).status).toBe(200);
    expect((await get('/api/auth/me')).status).toBe(401);
    child.kill('SIGTERM');
    expect((await child).exitCode).toBe(0);
    await expect(get('/login')).rejects.toThrow();
  });

  it.each([
    ['nobody', '"nobody" is no area'],
    ['--against=campus', 'Invalid URL'],
    ['--demo --against=https://campus.example', 'does not go with --against'],
  ])('fails with a one-sentence error for %s', async (argument, sentence) => {
    const child = launch(await freePort(), ...argument.split(' '));
    const { exitCode, stderr } = await child;
    expect(exitCode).toBe(1);
    expect(String(stderr).trim()).toContain(sentence);
  });
});
