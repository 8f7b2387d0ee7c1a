import { watch } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../infrastructure/folders.ts';
import type { SupervisedProcess } from '../supervise.ts';

const SETTLED_MS = 50;
const SOURCE = /\.(ts|mjs|json|sql)$/;
const SHARED = [
  'contracts',
  'server',
  'messaging',
  'observability',
  'page-start',
  'statements',
  'tables',
].map((name) => `packages/${name}/src`);

const folderOf = ({ name }: SupervisedProcess) =>
  name === 'gateway' ? 'gateway/src' : `services/${name}/src`;

/**
 * Restarts a process when one of its sources changes. Kills the process without a grace period, because all durable
 * state is in the databases.
 * @returns a function that stops watching
 */
export const restartOnChange = (
  processes: SupervisedProcess[],
  log: (text: string) => void,
): (() => void) => {
  const watchers = processes.flatMap((process) => {
    let timer: NodeJS.Timeout | undefined;
    const changed = (_event: string, file: string | null) => {
      if (file !== null && !SOURCE.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        log(`${process.name} starts again: ${file ?? 'a source'} changed`);
        process.restart();
      }, SETTLED_MS);
    };
    return [folderOf(process), ...SHARED].map((folder) =>
      watch(join(ROOT, folder), { recursive: true }, changed),
    );
  });
  return () => {
    for (const watcher of watchers) watcher.close();
  };
};
