import { join } from 'node:path';
import { parseJson } from '@qr-attendance/contracts';
import { execa } from 'execa';
import { z } from 'zod';
import { createAsk, type SendRequest } from '../ask.ts';
import { ROOT } from '../infrastructure/folders.ts';
import { StartError } from '../start-error.ts';
import { supervise, type SupervisedProcess } from '../supervise.ts';
import { waitUntil } from '../wait-until.ts';

/** Passes on only these variables, so that a secret for one process reaches no other process. */
const inherited = (): Record<string, string> => {
  const kept = [
    'PATH',
    'HOME',
    'TZ',
    'LANG',
    'LOG_LEVEL',
    'NODE_COMPILE_CACHE',
    'NODE_EXTRA_CA_CERTS',
    'CAMPUS_TIME_ZONE',
    'INSTITUTION',
    'SESSION_REQUIRED_CHECKS',
    'SESSION_ALLOWED_NETWORKS',
    'SESSION_ALLOW_UNSIGNED',
    'SESSION_FLOOR_CHECKS',
  ];
  const tracing = Object.keys(process.env).filter((name) => name.startsWith('OTEL_'));
  return Object.fromEntries(
    [...kept, ...tracing].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
};
export const processEnvironment = (own: Record<string, string>): Record<string, string> => ({
  ...inherited(),
  NODE_ENV: 'production',
  ...own,
});

const quiet = ['ExperimentalWarning', 'TimeoutNegativeWarning'].map((name) => `--disable-warning=${name}`);

/** @param options.root folder of the release */
export const superviseNode = (
  name: string,
  entry: string,
  env: Record<string, string>,
  dataDir: string,
  { root = ROOT, args = [] }: { root?: string | undefined; args?: string[] } = {},
): Promise<SupervisedProcess> =>
  supervise({
    name,
    file: process.execPath,
    args: [...quiet, join(root, entry), ...args],
    env: processEnvironment(env),
    cwd: root,
    logFile: join(dataDir, 'logs', `${name}.log`),
    ipc: true,
  });

/** A program explains an error that an operator can fix in one line; see run-service.ts of the server package. */
const explanationIn = (stderr: string): string | undefined => {
  const text = stderr.trim();
  const [, sentence] = /^[a-z]+: (.+)$/.exec(text) ?? [];
  if (sentence !== undefined) return sentence;
  const logged = z.object({ msg: z.string() }).safeParse(parseJson(text));
  return logged.data?.msg;
};

/** @throws StartError with the output of a failure */
export const runNode = async (
  entry: string,
  env: Record<string, string>,
  input?: string,
  root = ROOT,
): Promise<string> => {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [...quiet, join(root, entry)], {
    env: processEnvironment(env),
    extendEnv: false,
    cwd: root,
    reject: false,
    ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
  });
  if (exitCode !== 0) throw new StartError(explanationIn(stderr) ?? `${entry} failed: ${stderr.trim()}`);
  return stdout;
};

/** @throws StartError after a minute, or if the process exits repeatedly */
export const waitUntilReady = async (
  process: SupervisedProcess,
  url: string,
  {
    dataDir,
    signal,
    ask = createAsk(),
  }: { dataDir: string; signal?: AbortSignal | undefined; ask?: SendRequest | undefined },
): Promise<void> => {
  const isReady = async () => {
    const { status } = await ask(`${url}/readyz`, { timeoutMs: 3_000 });
    if (status !== 200) throw new Error(`answered ${status}`);
  };
  try {
    await waitUntil(isReady, { withinMs: 60_000, process, signal });
  } catch {
    const log = join(dataDir, 'logs', `${process.name}.log`);
    const reason = process.lastError();
    throw new StartError(
      `${process.name} does not become ready${reason ? `: ${reason}` : '.'}\nIts log is ${log}.`,
    );
  }
};
