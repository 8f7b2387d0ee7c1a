import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { ROOT } from '../test-command/run-program.ts';
import { environmentFile } from './environment-file.ts';
import type { Program } from './program.ts';

const inherited = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && /^(PATH|HOME|XDG_RUNTIME_DIR|DOCKER_\w+|BUILDKIT_\w+)$/.test(entry[0]),
    ),
  );

export interface ComposeProject {
  run: (...args: string[]) => Promise<string>;
  forget: () => Promise<void>;
}

export const openProject = async (
  [file, ...first]: Program,
  {
    name,
    settings = {},
    secrets = true,
  }: { name: string; settings?: Record<string, string>; secrets?: boolean },
): Promise<ComposeProject> => {
  const folder = await mkdtemp(join(tmpdir(), 'qr-compose-'));
  const environment = join(folder, 'env');
  const example = await readFile(join(ROOT, 'deploy/compose/env.example'), 'utf8');
  const own = Object.entries(settings).map(([key, value]) => `${key}='${value}'\n`);
  const text = secrets ? environmentFile(example) : '';
  await writeFile(environment, text + own.join(''), { mode: 0o600 });
  const common = ['--project-name', name, '--env-file', environment];
  return {
    run: async (...args) => {
      const { exitCode, stdout, all } = await execa(file, [...first, ...common, ...args], {
        cwd: ROOT,
        env: inherited(),
        extendEnv: false,
        reject: false,
        all: true,
        stdin: 'ignore',
      });
      if (exitCode !== 0) throw new Error(all);
      return stdout;
    },
    forget: () => rm(folder, { recursive: true, force: true }),
  };
};
