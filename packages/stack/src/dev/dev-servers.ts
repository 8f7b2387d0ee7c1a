import type { AreaName } from '@qr-attendance/contracts/areas';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFrontends } from '../build/build-all.ts';
import { freePort } from '../free-port.ts';
import { ROOT } from '../infrastructure/folders.ts';
import { StartError } from '../start-error.ts';
import { supervise, type SupervisedProcess } from '../supervise.ts';
import { waitUntil } from '../wait-until.ts';

interface DevServerOptions {
  areas: readonly AreaName[];
  port: number;
  systemUrl: string;
  dataDir: string;
  print: (text: string) => void;
  signal: AbortSignal;
}

const NOISE = /^<[iw]>|^\s*➜|compiled successfully|^\s*$/;

const linesOf = (text: string, app: string): string =>
  text
    .split('\n')
    .filter((line) => !NOISE.test(line))
    .map((line) => `${app}: ${line}`)
    .join('\n');

const startOne = async (
  app: string,
  env: Record<string, string>,
  { dataDir, print, signal }: DevServerOptions,
) => {
  const logFile = join(dataDir, 'logs', `${app}.dev.log`);
  const inherited = Object.fromEntries(
    ['PATH', 'HOME', 'TZ', 'CAMPUS_TIME_ZONE', 'INSTITUTION'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const server = await supervise({
    name: app,
    file: process.execPath,
    args: [join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js'), 'dev', '--mode', 'development'],
    cwd: join(ROOT, app),
    env: { ...inherited, ...env },
    logFile,
    onOutput: (text) => {
      const lines = linesOf(text, app);
      if (lines !== '') print(lines);
    },
  });
  const file = app === 'shell' ? 'assets/main.js' : 'mf-manifest.json';
  const isReady = async () => {
    const response = await fetch(`http://127.0.0.1:${env['DEV_PORT']}/${file}`, { method: 'HEAD', signal });
    if (!response.ok) throw new Error(`answered ${response.status}`);
  };
  await waitUntil(isReady, { withinMs: 120_000, process: server, signal }).catch(async () => {
    await server.stop();
    throw new StartError(`The dev server of ${app} does not become ready; its log is ${logFile}.`);
  });
  return server;
};

/** Starts a dev server for the shell and for each area. @returns when each has built its app */
export const startDevServers = async (wanted: DevServerOptions): Promise<SupervisedProcess[]> => {
  await mkdir(join(wanted.dataDir, 'logs'), { recursive: true, mode: 0o700 });
  // The shell is built first, because the dev server serves the built page with the scripts of the dev server.
  await buildFrontends(undefined, ['shell']);
  const ports = await Promise.all(wanted.areas.map(() => freePort()));
  const remotes = wanted.areas.map((area, index) => ({ area, port: String(ports[index]) }));
  const remoteUrls = remotes.map(({ area, port }) => [area, `http://127.0.0.1:${port}`]);
  const shell = {
    DEV_PORT: String(wanted.port),
    DEV_SYSTEM_URL: wanted.systemUrl,
    DEV_REMOTE_URLS: JSON.stringify(Object.fromEntries(remoteUrls)),
  };
  const starting = [
    startOne('shell', shell, wanted),
    ...remotes.map(({ area, port }) => startOne(`mfe-${area}`, { DEV_PORT: port }, wanted)),
  ];
  const started = await Promise.allSettled(starting);
  const servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = started.find((one) => one.status === 'rejected');
  if (!failed) return servers;
  await Promise.all(servers.map((server) => server.stop()));
  throw failed.reason;
};
