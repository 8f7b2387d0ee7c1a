import { areaNames, type AreaName } from '@qr-attendance/contracts/areas';
import { Argument, createCommandLine, Option, parseCommandLine } from '@qr-attendance/server/command-line';
import { StartError } from '@qr-attendance/stack';
import { VARIABLES_HELP } from './options.ts';

export interface DevOptions {
  areas: readonly AreaName[];
  against: string | undefined;
  demo: boolean;
}

const originOf = (address: string): string => {
  if (!URL.canParse(address))
    throw new StartError(
      `--against takes an address, such as https://attendance.campus.example, not "${address}".`,
    );
  return new URL(address).origin;
};

export const readDevOptions = (): DevOptions => {
  const program = createCommandLine(
    'npm run dev --',
    'Starts the system for development: a saved file updates the open page or restarts its service.',
  )
    .addArgument(new Argument('[areas...]', 'areas to work on; the others are built').choices(areaNames))
    .addOption(new Option('--against <address>', 'use the services of a system elsewhere').conflicts('demo'))
    .option('--demo', 'fill the system with a demo campus')
    .addHelpText('after', VARIABLES_HELP);
  parseCommandLine(program);
  const [areas] = program.processedArgs;
  const { against, demo = false } = program.opts();
  return {
    areas: areas.length > 0 ? areas : areaNames,
    against: against === undefined ? undefined : originOf(against),
    demo,
  };
};
