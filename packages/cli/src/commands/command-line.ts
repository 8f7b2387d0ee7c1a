import { join, resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { ROOT, StartError } from '@qr-attendance/stack';

/**
 * A command line with `--help`. A wrong argument ends the process with the reason and the right ones.
 * @param name as the user types it, such as `npm run admin --`
 */
export const createCommandLine = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .helpCommand(false)
    .showHelpAfterError()
    .configureOutput({ outputError: (text, write) => write(`\n${text}`) });

/** Options of npm itself, which a user may have set for npm. */
const OF_NPM = new Set(['force', 'email']);

const longOptionsOf = (command: CommandUnknownOpts): string[] => [
  ...command.options.flatMap(({ long }) => long ?? []),
  ...command.commands.flatMap(longOptionsOf),
];

/** Without `--` in front of them, npm keeps options for itself. */
const ensureNotKeptByNpm = (program: CommandUnknownOpts, args: readonly string[]): void => {
  for (const long of longOptionsOf(program)) {
    const name = long.slice(2);
    const kept = process.env[`npm_config_${name.replaceAll('-', '_')}`];
    if (!kept || OF_NPM.has(name) || args.some((arg) => arg === long || arg.startsWith(`${long}=`))) continue;
    const value = kept === 'true' ? '' : `=${kept}`;
    const right = [program.name(), ...args, long + value].join(' ');
    throw new StartError(`npm kept ${long} for itself. Write -- before it: ${right}`);
  }
};

/** @throws StartError if npm kept an option for itself */
export const parseCommandLine = (program: CommandUnknownOpts, args = process.argv.slice(2)): void => {
  ensureNotKeptByNpm(program, args);
  program.parse(args, { from: 'user' });
};

/** The data folder of the environment. */
export const dataFolder = (): string => resolve(process.env['DATA_DIR'] || join(ROOT, '.data'));
