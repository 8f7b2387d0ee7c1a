import { writeFile } from 'node:fs/promises';
import { execa, type ResultPromise } from 'execa';
import pRetry from 'p-retry';
import { openLogFile } from './log-file.ts';

const STOP_GRACE_MS = 20_000;
const MAX_ERROR = 2_000;

export interface ProcessSpec {
  name: string;
  file: string;
  args: string[];
  /** The complete environment; by default that of this process. */
  env?: Record<string, string>;
  cwd?: string;
  logFile: string;
  uid?: number;
  gid?: number;
  /** Opens an IPC channel. When the channel closes, the child process detects that this process has exited. */
  ipc?: boolean;
  stopSignal?: 'SIGTERM' | 'SIGINT';
  /**
   * Receives the id of the running process, so that a later start can stop a process that outlived a killed
   * supervisor.
   */
  pidFile?: string;
  onOutput?: (text: string) => void;
}

export interface SupervisedProcess {
  name: string;
  pid: () => number | undefined;
  deaths: () => number;
  /**
   * The last output of the previous run on standard error, without stack traces, or the message of the last
   * log line.
   */
  lastError: () => string | undefined;
  /** Called when a run ends unexpectedly with a different error from the previous run. */
  onNewError: (listener: (error: string) => void) => void;
  restart: () => void;
  stop: () => Promise<void>;
}

const MAX_ERROR_LINES = 8;
const NOISE = /^\s+at |^\s+code: |^}$|^Node\.js v|^\s*$/;

const messageOf = (line: string): string => {
  try {
    const { msg } = JSON.parse(line) as { msg?: unknown };
    return typeof msg === 'string' ? msg : line;
  } catch {
    return line;
  }
};

const errorIn = (written: string): string | undefined => {
  const lines = written.split('\n').filter((line) => !NOISE.test(line));
  const last = lines.at(-1) ?? '';
  const message = messageOf(last);
  return (message === last ? lines.slice(-MAX_ERROR_LINES).join('\n') : message) || undefined;
};

const running = new Set<ResultPromise>();

export const killAllProcesses = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

const PRIVATE = 0o077;

/**
 * Makes files of the child private to their owner: the child inherits the mask, and spawning is synchronous,
 * so no other code is affected.
 */
const withPrivateFiles = <T>(spawn: () => T): T => {
  const before = process.umask(PRIVATE);
  try {
    return spawn();
  } finally {
    process.umask(before);
  }
};

export const supervise = async (spec: ProcessSpec): Promise<SupervisedProcess> => {
  const log = await openLogFile(spec.logFile);
  const stopping = new AbortController();
  let child: ResultPromise | undefined;
  let deaths = 0;
  let lastError: string | undefined;
  let restarting = false;
  const listeners: ((error: string) => void)[] = [];

  const runOnce = async () => {
    const started = withPrivateFiles(() =>
      execa(spec.file, spec.args, {
        env: spec.env ?? {},
        // A given environment replaces the inherited one, so that a secret for one process reaches no other process.
        extendEnv: spec.env === undefined,
        cwd: spec.cwd ?? process.cwd(),
        stdin: 'ignore',
        // execa would buffer up to 100 MB and then end the process.
        buffer: false,
        reject: false,
        // Ctrl-C reaches only processes in the supervisor's own group; the supervisor then stops the other processes in
        // order.
        detached: true,
        ipc: spec.ipc ?? false,
        forceKillAfterDelay: STOP_GRACE_MS,
        killSignal: spec.stopSignal ?? 'SIGTERM',
        ...(spec.uid === undefined ? {} : { uid: spec.uid }),
        ...(spec.gid === undefined ? {} : { gid: spec.gid }),
      }),
    );
    child = started;
    running.add(started);
    for (const output of [started.stdout, started.stderr]) {
      if (output) log.take(output);
      if (spec.onOutput) output?.on('data', (chunk) => spec.onOutput?.(String(chunk)));
    }
    let errors = '';
    started.stderr?.on('data', (chunk) => (errors = (errors + String(chunk)).slice(-MAX_ERROR)));
    if (spec.pidFile && started.pid) await writeFile(spec.pidFile, String(started.pid), { mode: 0o600 });
    const ended = await started;
    const before = lastError;
    lastError = errorIn(errors);
    if (lastError !== undefined && lastError !== before && !restarting && !stopping.signal.aborted)
      for (const listener of listeners) listener(lastError);
    running.delete(started);
    child = undefined;
    return ended;
  };
  const run = async (): Promise<never> => {
    let ended = await runOnce();
    while (restarting && !stopping.signal.aborted) {
      restarting = false;
      ended = await runOnce();
    }
    deaths += 1;
    const { exitCode, signal } = ended;
    throw new Error(`${spec.name} ended (${signal ?? exitCode ?? 'could not be started'})`);
  };
  const supervision = pRetry(run, {
    retries: Infinity,
    minTimeout: 200,
    maxTimeout: 5_000,
    factor: 2,
    signal: stopping.signal,
    shouldRetry: () => !stopping.signal.aborted,
  }).catch(() => undefined);

  return {
    name: spec.name,
    pid: () => child?.pid,
    deaths: () => deaths,
    lastError: () => lastError,
    onNewError: (listener) => void listeners.push(listener),
    restart: () => {
      lastError = undefined;
      if (!child) return;
      restarting = true;
      child.kill('SIGKILL');
    },
    stop: async () => {
      stopping.abort();
      const last = child;
      last?.kill();
      await last;
      await supervision;
      await log.close();
    },
  };
};
