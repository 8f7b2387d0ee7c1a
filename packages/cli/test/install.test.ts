import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@qr-attendance/test-kit';
import { execa } from 'execa';

const SCRIPTS = join(import.meta.dirname, '../../../scripts');
const LOCK = { packages: { '': {}, 'node_modules/one': {}, 'node_modules/two': {} } };
/** Installs one package, waits until the test lets it finish, and logs that it was terminated. */
const NPM = `#!/bin/sh
trap 'echo ended >> npm.log; exit 143' TERM
echo started >> npm.log
mkdir -p node_modules/one && echo '{}' > node_modules/one/package.json
while [ ! -e finish ]; do sleep 0.1; done
mkdir -p node_modules/two && echo '{}' > node_modules/two/package.json
`;

let root: string;
const file = (name: string) => join(root, name);
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'qr-install-'));
  await cp(SCRIPTS, file('scripts'), { recursive: true });
  await writeFile(file('package-lock.json'), JSON.stringify(LOCK));
  await writeFile(
    file('scripts/install-only.mjs'),
    `import { install } from './install.mjs';\nawait install();\n`,
  );
  await mkdir(file('bin'));
  await writeFile(file('bin/npm'), NPM);
  await chmod(file('bin/npm'), 0o755);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const install = () =>
  execa(process.execPath, [file('scripts/install-only.mjs')], {
    cwd: root,
    all: true,
    reject: false,
    env: { PATH: `${file('bin')}:${process.env['PATH']}` },
  });
const npmLog = async () => (await readFile(file('npm.log'), 'utf8')).trim().split('\n');
const hasStarted = (times: number) =>
  eventually(async () => expect((await npmLog()).filter((line) => line === 'started')).toHaveLength(times));
/** Waits until the second start has reached the point at which it would run npm. */
const reportsWaiting = async ({ all }: ReturnType<typeof install>): Promise<void> => {
  let shown = '';
  all.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  await eventually(() => expect(shown).toContain('Another start is installing dependencies'));
};
const finish = () => writeFile(file('finish'), '');

describe('installing dependencies', () => {
  it('shows its progress, and is not repeated', async () => {
    const first = install();
    await hasStarted(1);
    let shown = '';
    first.all.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    await eventually(() => expect(shown).toContain('50 %'));
    await finish();
    expect(await first).toMatchObject({ exitCode: 0, all: expect.stringMatching(/… 50 % … done/) });
    expect(await install()).toMatchObject({ exitCode: 0, all: '' });
    expect(await npmLog()).toEqual(['started']);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'stops together with npm on %s, and the next start installs',
    async (signal) => {
      const first = install();
      await hasStarted(1);
      first.kill(signal);
      expect(await first).toMatchObject({
        exitCode: 130,
        all: expect.stringContaining('The installation was stopped; npm start begins it again.'),
      });
      expect(await npmLog()).toEqual(['started', 'ended']);
      await finish();
      expect(await install()).toMatchObject({ exitCode: 0, all: expect.stringContaining('done') });
    },
  );

  it('waits for an installation that outlived its killed start', async () => {
    const first = install();
    await hasStarted(1);
    first.kill('SIGKILL');
    await first;
    const second = install();
    await reportsWaiting(second);
    expect(await npmLog()).toEqual(['started']);
    await finish();
    expect(await second).toMatchObject({
      exitCode: 0,
      all: expect.stringMatching(/Another start is installing dependencies[^]*done/),
    });
    expect(await npmLog()).toEqual(['started', 'started']);
  });

  it('accepts packages that `npm ci` installed, unless they are others than those of the lock file', async () => {
    await mkdir(file('node_modules'));
    const record = (packages: string[]) =>
      writeFile(
        file('node_modules/.package-lock.json'),
        JSON.stringify({
          packages: Object.fromEntries(packages.map((name) => [`node_modules/${name}`, {}])),
        }),
      );
    await record(['one', 'two']);
    expect(await install()).toMatchObject({ exitCode: 0, all: '' });
    await rm(file('node_modules/.install-stamp'));
    await record(['one', 'three']);
    await finish();
    expect(await install()).toMatchObject({ exitCode: 0, all: expect.stringContaining('done') });
    expect(await npmLog()).toEqual(['started']);
  });

  it('happens once if two starts run at the same time', async () => {
    const first = install();
    await hasStarted(1);
    const second = install();
    await reportsWaiting(second);
    await finish();
    for (const { exitCode } of await Promise.all([first, second])) expect(exitCode).toBe(0);
    expect(await npmLog()).toEqual(['started']);
  });
});

it('names the package to install if a library of the project’s Node is missing', async () => {
  const own = file(`node_modules/node-${process.platform}-${process.arch}/bin`);
  for (const folder of [own, file('node_modules/.bin')]) await mkdir(folder, { recursive: true });
  const missing = 'error while loading shared libraries: libatomic.so.1';
  await writeFile(join(own, 'node'), `#!/bin/sh\necho '${missing}' >&2\nexit 127\n`, { mode: 0o755 });
  await writeFile(
    file('scripts/install-only.mjs'),
    `import { handOver } from './hand-over.mjs';\nawait handOver('program.ts');\n`,
  );
  await finish();
  expect(await install()).toMatchObject({
    exitCode: 127,
    all: expect.stringMatching(/libatomic\.so\.1[^]*apt-get install libatomic1/),
  });
});
