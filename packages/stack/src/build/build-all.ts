import { join } from 'node:path';
import { execa } from 'execa';
import pLimit from 'p-limit';
import { ROOT } from '../infrastructure/folders.ts';
import { StartError } from '../start-error.ts';
import { buildInputsOf, frontends } from './deployables.ts';
import { buildIfChanged } from './inputs.ts';

const run = async (what: string, cwd: string, [program = '', ...args]: string[], env = {}): Promise<void> => {
  const { exitCode, all } = await execa(process.execPath, [join(ROOT, 'node_modules', program), ...args], {
    cwd,
    env,
    all: true,
    reject: false,
  });
  if (exitCode !== 0) throw new StartError(`${what} could not be built:\n${all}`);
};

/** Generates the Prisma client of the auth service; the generator needs no engine, so none is downloaded. */
export const generatePrismaClient = (): Promise<boolean> =>
  buildIfChanged('prisma-client', {
    root: ROOT,
    inputs: ['services/auth/prisma', 'services/auth/prisma.config.ts', 'package-lock.json'],
    output: 'services/auth/src/db/generated',
    build: () =>
      run('The database client', join(ROOT, 'services/auth'), ['prisma/build/index.js', 'generate'], {
        PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true',
      }),
  });

type Frontend = (typeof frontends)[number];
const limit = pLimit(2);

export const buildFrontends = async (
  root = ROOT,
  wanted: readonly Frontend[] = frontends,
  report: (part: string) => void = () => undefined,
): Promise<string[]> => {
  const build = (app: Frontend): Promise<boolean> =>
    buildIfChanged(app, {
      root,
      inputs: buildInputsOf(app),
      output: join(app, 'dist'),
      build: () => run(app, join(root, app), ['@rspack/cli/bin/rspack.js', 'build']),
    });
  const buildAndReport = async (app: Frontend): Promise<boolean> => {
    const isBuilt = await build(app);
    if (isBuilt) report(app);
    return isBuilt;
  };
  const built = await Promise.all(wanted.map((app) => limit(() => buildAndReport(app))));
  return wanted.filter((_app, index) => built[index]);
};

export const buildAll = async (report: (part: string) => void = () => undefined): Promise<string[]> => {
  const [client, apps] = await Promise.all([
    limit(generatePrismaClient),
    buildFrontends(undefined, undefined, report),
  ]);
  return client ? ['database client', ...apps] : apps;
};
