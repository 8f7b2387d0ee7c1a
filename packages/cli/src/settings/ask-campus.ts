import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DEFAULT_DEPARTMENTS } from '@qr-attendance/contracts';
import { ZodError } from 'zod';
import { SECRETS_FILE } from '../backup/contents.ts';
import {
  campusFile,
  parseDepartments,
  parseTimeZone,
  readCampus,
  applyCampus,
  writeCampus,
  type Campus,
} from './campus.ts';

/** The defaults apply after this time, for example if nobody watches the start. */
const ANSWER_MS = 120_000;

export interface Terminal {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

/** @returns undefined if nobody can answer */
export const findTerminal = ({ stdin = process.stdin, stdout = process.stdout, env = process.env } = {}):
  | Terminal
  | undefined => (stdin.isTTY && stdout.isTTY && !env['CI'] ? { input: stdin, output: stdout } : undefined);

type Lines = AsyncIterator<string, undefined>;

/** @returns undefined if nobody answers. @throws the reason if the start is stopped */
const readLine = async (lines: Lines, stopped: AbortSignal): Promise<string | undefined> => {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(ANSWER_MS)]);
  const aborted = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined), { once: true }),
  );
  const line = signal.aborted ? undefined : await Promise.race([lines.next(), aborted]);
  stopped.throwIfAborted();
  return line?.value?.trim();
};

interface Question<Answer> {
  text: string;
  parse: (typed: string) => Answer;
}

const ask = async <Answer>(
  { text, parse }: Question<Answer>,
  { lines, output, signal }: { lines: Lines; output: NodeJS.WritableStream; signal: AbortSignal },
): Promise<Answer | undefined> => {
  for (;;) {
    output.write(`${text}: `);
    const typed = await readLine(lines, signal);
    if (typed === undefined) output.write('\nNo answer: it stays as in the brackets.\n');
    if (!typed) return undefined;
    try {
      return parse(typed);
    } catch (error) {
      if (!(error instanceof ZodError)) throw error;
      output.write(`  “${typed}” ${error.issues[0]?.message ?? 'is wrong'}.\n`);
    }
  }
};

const askAll = async (
  { input, output }: Terminal,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Campus> => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const names = DEFAULT_DEPARTMENTS.map(({ name }) => name).join(', ');
  const terminal = createInterface({ input, terminal: false });
  // One iterator serves all questions, so that lines typed ahead of a question are not lost.
  const asking = { lines: terminal[Symbol.asyncIterator](), output, signal };
  try {
    output.write('The first start asks about the campus. Enter takes what is in brackets.\n');
    const departments = env['INSTITUTION']
      ? undefined
      : await ask({ text: `Departments [${names}]`, parse: parseDepartments }, asking);
    const timeZone = env['CAMPUS_TIME_ZONE']
      ? undefined
      : ((await ask({ text: `Time zone of the campus [${zone}]`, parse: parseTimeZone }, asking)) ?? zone);
    return { ...(departments && { departments }), ...(timeZone && { timeZone }) };
  } finally {
    terminal.close();
    input.pause();
  }
};

interface Start {
  demo: boolean;
  terminal: Terminal | undefined;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/**
 * Asks for departments and time zone at the first start of an empty system, if it runs in a terminal, and
 * applies the stored answers at every later start.
 */
export const chooseCampus = async (
  dataDir: string,
  { demo, terminal, env, signal }: Start,
): Promise<void> => {
  const chosen = await readCampus(dataDir);
  if (chosen) return applyCampus(chosen, env);
  const isFirst = !existsSync(join(dataDir, SECRETS_FILE));
  const isDecided = env['INSTITUTION'] && env['CAMPUS_TIME_ZONE'];
  if (!terminal || demo || !isFirst || isDecided) return;
  const campus = await askAll(terminal, env, signal);
  await writeCampus(dataDir, campus);
  terminal.output.write(`To change them: ${campusFile(dataDir)} and another start.\n\n`);
  applyCampus(campus, env);
};
