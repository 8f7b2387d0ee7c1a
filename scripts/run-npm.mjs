// Runs `npm ci` with progress. Uses plain syntax and no dependencies, like install.mjs.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const onWindows = process.platform === 'win32';
const PROGRESS_MS = 1_000;
const STEP_PERCENT = 10;
const WAIT_MS = 500;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Prints the progress in steps of `STEP_PERCENT` percent. */
const startProgress = (root) => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const files = Object.entries(packages)
    .filter(([path, { link, optional }]) => path.startsWith('node_modules/') && !link && !optional)
    .map(([path]) => join(root, path, 'package.json'));
  let shown = 0;
  const timer = setInterval(() => {
    const there = files.filter((file) => existsSync(file)).length;
    const percent = Math.floor((there * 100) / files.length / STEP_PERCENT) * STEP_PERCENT;
    if (percent <= shown || percent >= 100) return;
    shown = percent;
    process.stderr.write(`${percent} % … `);
  }, PROGRESS_MS);
  return () => clearInterval(timer);
};

const pidFileOf = (root) => join(root, '.cache', 'install.pid');

const commandOf = (pid) =>
  spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout || '';

/**
 * @returns the ids of the processes of a running installation: the process that started it, which may have been
 * killed, and npm
 */
const findOther = (root) => {
  const file = pidFileOf(root);
  const [start, npm] = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : [];
  if (!npm || Number(start) === process.pid) return undefined;
  return /npm ci/.test(commandOf(npm)) || commandOf(start).includes('scripts') ? npm : undefined;
};

/** Two concurrent installations would corrupt each other, so this function waits. */
export const waitForOther = async (root) => {
  const npm = findOther(root);
  if (npm === undefined) return;
  console.error(`Another start is installing dependencies (process ${npm}); waiting for it …`);
  while (findOther(root) !== undefined) await pause(WAIT_MS);
};

/** Ends npm and its child processes; Ctrl-C in a terminal reaches all these processes without this function. */
const end = (child) => {
  try {
    if (onWindows) child.kill();
    else process.kill(-child.pid, 'SIGTERM');
  } catch {
    // The process has already ended.
  }
};

/** Calls back when the user, npm, or the terminal ends this process. */
const onEnd = (stop) => {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, stop);
  // When npm is terminated, it only ends the shell between itself and this process.
  const shell = process.ppid;
  const timer = setInterval(() => process.ppid === shell || stop(), WAIT_MS);
  return () => {
    clearInterval(timer);
    for (const signal of signals) process.off(signal, stop);
  };
};

/** Must be called when the installation is complete or has failed. */
export const endInstallation = (root) => rmSync(pidFileOf(root), { force: true });

/** @returns npm's output, and `stopped` if somebody ended it */
export const runNpm = async (root) => {
  const pidFile = pidFileOf(root);
  mkdirSync(dirname(pidFile), { recursive: true });
  process.stderr.write('Installing dependencies (once; a minute or two) … ');
  let stopped = false;
  const forget = onEnd(() => {
    stopped = true;
    end(child);
  });
  const child = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    shell: onWindows,
    // A separate process group can be ended as a whole.
    detached: !onWindows,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: Object.assign({}, process.env, { NODE_ENV: 'development' }),
  });
  let output = '';
  for (const stream of [child.stderr, child.stdout]) stream.on('data', (chunk) => (output += chunk));
  if (child.pid) writeFileSync(pidFile, `${process.pid} ${child.pid}`);
  const stopProgress = startProgress(root);
  const result = await new Promise((resolve) => {
    child.on('error', (error) => resolve({ error }));
    child.on('close', (status) => resolve({ status }));
  });
  stopProgress();
  forget();
  return Object.assign({ stopped, output }, result);
};
