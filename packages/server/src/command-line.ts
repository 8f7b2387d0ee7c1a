import { resolve } from 'node:path';
import { Command, InvalidArgumentError, type CommandUnknownOpts } from '@commander-js/extra-typings';

export { Argument, InvalidArgumentError, Option } from '@commander-js/extra-typings';

/** The options that take a value, of the command and of all commands below it. */
const valuedOptionsOf = (command: CommandUnknownOpts): string[] => [
  ...command.options.flatMap(({ long, required, optional }) =>
    long && (required || optional) ? [long] : [],
  ),
  ...command.commands.flatMap(valuedOptionsOf),
];

/** The first option whose value seems to be several words, with quotes. */
const quoteOptionValue = (valued: readonly string[], args: readonly string[]): string | undefined => {
  for (const [index, arg] of args.entries()) {
    const [, name = '', value] = /^(--[\w-]+)(?:=(.*))?$/s.exec(arg) ?? [];
    if (!valued.includes(name)) continue;
    const following = args.slice(index + 1);
    const end = following.findIndex((next) => next.startsWith('-'));
    const words = [value ?? [], following.slice(0, end === -1 ? undefined : end)].flat();
    if (words.length > 1) return `${name} "${words.join(' ')}"`;
  }
  return undefined;
};

const EXCESS = /too many arguments.* Expected (\d+) arguments? but got \d+: (.*)\.\s*$/s;

/** Text with spaces that was typed without quotes arrives as several arguments. */
const adviseOnQuotes = (text: string, program: CommandUnknownOpts, args: readonly string[]): string => {
  const [, expected, received = ''] = EXCESS.exec(text) ?? [];
  if (expected === undefined) return text;
  const quoted =
    quoteOptionValue(valuedOptionsOf(program), args) ??
    (expected === '1' ? `"${received.replaceAll(', ', ' ')}"` : undefined);
  return quoted === undefined ? text : `${text.trimEnd()} Text with spaces needs quotes: ${quoted}\n`;
};

/**
 * Creates a command line with `--help`. A wrong argument ends the process and prints the valid ones.
 * @param name as the user types it, such as `npm run admin --`
 */
export const createCommandLine = (name: string, description: string): Command => {
  const program: Command = new Command(name);
  return program
    .description(description)
    .helpCommand(false)
    .showHelpAfterError()
    .configureOutput({
      outputError: (text, write) => write(`\n${adviseOnQuotes(text, program, process.argv.slice(2))}`),
    });
};

/** npm also has these options, and may read them from its settings. */
const OF_NPM = new Set(['force', 'email']);

/** The command that is called, below those that contain it. */
const pathToCalled = (command: CommandUnknownOpts, args: readonly string[]): CommandUnknownOpts[] => {
  const called = command.commands.find((inner) => inner.name() === args[0]);
  return [command, ...(called ? pathToCalled(called, args.slice(1)) : [])];
};

/** Commander would report that an option is missing before it reports a mistyped one. */
const ensureKnownOptions = (program: CommandUnknownOpts, args: readonly string[]): void => {
  const path = pathToCalled(program, args);
  const called = path.at(-1) as CommandUnknownOpts & { unknownOption: (flag: string) => void };
  if (!called.options.some(({ mandatory }) => mandatory)) return;
  const options = path.flatMap((command) => command.options);
  const isValue = (index: number) =>
    options.some(({ long, required, optional }) => args[index - 1] === long && (required || optional));
  for (const [index, arg] of args.entries()) {
    const [flag] = /^--[\w-]+/.exec(arg) ?? [];
    if (flag === undefined || flag === '--help' || isValue(index)) continue;
    if (!options.some(({ long }) => long === flag)) called.unknownOption(flag);
  }
};

/** npm consumes options that are not preceded by `--`. */
const ensureNotKeptByNpm = (program: CommandUnknownOpts, args: readonly string[]): void => {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return;
  const options = pathToCalled(program, args).flatMap((command) => command.options);
  const kept = options.flatMap(({ long, mandatory }) => {
    const name = long?.slice(2) ?? '';
    const value = process.env[`npm_config_${name.replaceAll('-', '_')}`];
    if (!long || !value || args.some((arg) => arg === long || arg.startsWith(`${long}=`))) return [];
    const right = value === 'true' ? long : `${long}=${/\s/.test(value) ? `"${value}"` : value}`;
    return [{ long, right, isCertain: !OF_NPM.has(name) || mandatory }];
  });
  const certain = kept.filter(({ isCertain }) => isCertain).map(({ long }) => long);
  if (certain.length === 0) return;
  const right = [program.name(), ...args, ...kept.map((option) => option.right)].join(' ');
  program
    .showHelpAfterError(false)
    .error(`npm kept ${certain.join(' and ')} for itself. Write -- before it: ${right}`);
};

/** Ends the process if an argument is wrong, or if npm consumed an option. */
export const parseCommandLine = (program: CommandUnknownOpts, args = process.argv.slice(2)): void => {
  ensureNotKeptByNpm(program, args);
  ensureKnownOptions(program, args);
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

/** @returns the origin of an address in a browser */
export const parseAddress = (text: string): string => {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('It takes an address, such as https://attendance.campus.example.');
  return url.origin;
};

/** @param takes what the schema accepts, such as `an email address` */
export const parseBy =
  <Output>(schema: { safeParse: (text: string) => { data?: Output; error?: unknown } }, takes: string) =>
  (text: string): Output => {
    const { data } = schema.safeParse(text);
    if (data === undefined) throw new InvalidArgumentError(`It takes ${takes}.`);
    return data;
  };

export const collectValues = (value: string, before: string[] = []): string[] => [...before, value];

/**
 * The path as the user meant it: npm runs commands in the folder of the project, wherever the user typed them.
 */
export const resolveGiven = (path: string): string => resolve(process.env['INIT_CWD'] ?? '', path);
