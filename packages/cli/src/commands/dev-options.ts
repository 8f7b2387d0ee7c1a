import { Argument } from '@commander-js/extra-typings';
import { areaNames, type AreaName } from '@qr-attendance/contracts/areas';
import { StartError } from '@qr-attendance/stack';
import { createCommandLine, parseCommandLine } from './command-line.ts';

export interface DevOptions {
  areas: readonly AreaName[];
  against: string | undefined;
  demo: boolean;
}

const isArea = (name: string): name is AreaName => areaNames.some((area) => area === name);

export const readDevOptions = (args: string[]): DevOptions => {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { against: { type: 'string' }, demo: { type: 'boolean', default: false } },
    });
    if (values.demo && values.against !== undefined)
      throw new Error('--demo fills the system that npm run dev starts, so it does not go with --against.');
    const unknown = positionals.find((name) => !isArea(name));
    if (unknown !== undefined) throw new Error(`"${unknown}" is no area; there are ${areaNames.join(', ')}.`);
    const against = values.against === undefined ? undefined : new URL(values.against).origin;
    return {
      areas: positionals.length > 0 ? positionals.filter(isArea) : areaNames,
      against,
      demo: values.demo,
    };
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
};
