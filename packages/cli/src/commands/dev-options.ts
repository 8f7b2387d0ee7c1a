import { areaNames, type AreaName } from '@qr-attendance/contracts/areas';
import {
  Argument,
  createCommandLine,
  Option,
  parseAddress,
  parseCommandLine,
} from '@qr-attendance/server/command-line';
import { VARIABLES_HELP } from './options.ts';

export interface DevOptions {
  areas: readonly AreaName[];
  against: string | undefined;
  demo: boolean;
}

export const readDevOptions = (): DevOptions => {
  const program = createCommandLine(
    'npm run dev --',
    'Starts the system for development: a saved file updates the open page or restarts its service.',
  )
    .addArgument(new Argument('[areas...]', 'areas to work on; the others are built').choices(areaNames))
    .addOption(
      new Option('--against <address>', 'use the services of a system elsewhere')
        .argParser(parseAddress)
        .conflicts('demo'),
    )
    .option('--demo', 'fill the system with a demo campus')
    .addHelpText('after', VARIABLES_HELP);
  parseCommandLine(program);
  const [areas] = program.processedArgs;
  const { against, demo = false } = program.opts();
  return {
    areas: areas.length > 0 ? areas : areaNames,
    against,
    demo,
  };
};
