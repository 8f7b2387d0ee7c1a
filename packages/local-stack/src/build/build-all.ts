import { join } from 'node:path';
import { execa } from 'execa';
import pLimit from 'p-limit';
import { ROOT } from '../infrastructure/folders.ts';
import { StartError } from '../start-error.ts';
import { buildIfChanged } from './inputs.ts';

const APPS = ['shell', 'mfe-teacher', 'mfe-student', 'mfe-attendance'];
const SHARED_INPUTS = [
  'packages/contracts/src',
  'packages/web-kit/src',
  'packages/ui-kit/src',
  'packages/tooling/src/rspack',
  'package-lock.json',
];

/** Runs a package's program on the Node that runs us. */
const run = async (what: string, cwd: string, [program = '', ...args]: string[], env = {}): Promise<void> => {
  const { exitCode, all } = await execa(process.execPath, [join(ROOT, 'node_modules', program), ...args], {
    cwd: join(ROOT, cwd),
    env,
    all: true,
    reject: false,
  });
  if (exitCode !== 0) throw new StartError(`${what} could not be built:\n${all}`);
};

/** The database client of the auth service. Its generator needs no engine, so none is to be downloaded. */
export const generatePrismaClient = (): Promise<boolean> =>
  buildIfChanged('prisma-client', {
    inputs: ['services/auth/prisma', 'services/auth/prisma.config.ts', 'package-lock.json'],
    output: 'services/auth/src/data/generated',
    build: () =>
      run('The database client', 'services/auth', ['prisma/build/index.js', 'generate'], {
        PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true',
      }),
  });

const buildApp = (app: string): Promise<boolean> =>
  buildIfChanged(app, {
    inputs: ['src', 'public', 'rspack.config.ts', 'package.json']
      .map((part) => join(app, part))
      .concat(SHARED_INPUTS),
    output: join(app, 'dist'),
    build: () => run(app, app, ['@rspack/cli/bin/rspack.js', 'build']),
  });

/** Builds what changed. @returns names of what was built */
export const buildAll = async (): Promise<string[]> => {
  const limit = pLimit(2);
  const results = await Promise.all([
    limit(async () => ((await generatePrismaClient()) ? 'database client' : undefined)),
    ...APPS.map((app) => limit(async () => ((await buildApp(app)) ? app : undefined))),
  ]);
  return results.filter((name) => name !== undefined);
};
