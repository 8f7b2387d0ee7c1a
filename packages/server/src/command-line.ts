import { Command, InvalidArgumentError, type CommandUnknownOpts } from '@commander-js/extra-typings';

export { Argument, Option } from '@commander-js/extra-typings';

/**
 * Creates a command line with `--help`. A wrong argument ends the process and prints the valid ones.
 * @param name as the user types it, such as `npm run admin --`
 */
export const createCommandLine = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .helpCommand(false)
    .showHelpAfterError()
    .configureOutput({ outputError: (text, write) => write(`\n${text}`) });

const OF_NPM = new Set(['force', 'email']);

const longOptionsOf = (command: CommandUnknownOpts): string[] => [
  ...command.options.flatMap(({ long }) => long ?? []),
  ...command.commands.flatMap(longOptionsOf),
];

/** npm consumes options that are not preceded by `--`. */
const ensureNotKeptByNpm = (program: CommandUnknownOpts, args: readonly string[]): void => {
  for (const long of longOptionsOf(program)) {
    const name = long.slice(2);
    const kept = process.env[`npm_config_${name.replaceAll('-', '_')}`];
    if (!kept || OF_NPM.has(name) || args.some((arg) => arg === long || arg.startsWith(`${long}=`))) continue;
    const value = kept === 'true' ? '' : `=${kept}`;
    const right = [program.name(), ...args, long + value].join(' ');
    program.showHelpAfterError(false).error(`npm kept ${long} for itself. Write -- before it: ${right}`);
  }
};

/** Ends the process if an argument is wrong, or if npm consumed an option. */
export const parseCommandLine = (program: CommandUnknownOpts, args = process.argv.slice(2)): void => {
  ensureNotKeptByNpm(program, args);
  program.parse(args, { from: 'user' });
};

export const expectNoArguments = (name: string, description: string): void =>
  parseCommandLine(createCommandLine(name, description));

export const parseWholeNumber =
  (min: number, max = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(
        max === Number.MAX_SAFE_INTEGER
          ? `It takes a whole number of at least ${min}.`
          : `It takes a whole number from ${min} to ${max}.`,
      );
    return value;
  };

export const collectValues = (value: string, before: string[] = []): string[] => [...before, value];
