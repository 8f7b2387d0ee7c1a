import { parseArgs, type ParseArgsConfig } from 'node:util';
import { StartError } from '@qr-attendance/stack';

/**
 * @param explain the message of an unknown or incomplete option
 * @throws StartError
 */
export const parseCommand = <Config extends ParseArgsConfig>(
  config: Config,
  explain: (problem: string) => string,
): ReturnType<typeof parseArgs<Config>> => {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new StartError(explain(error instanceof Error ? error.message : String(error)));
  }
};
