import { parseArgs } from 'node:util';
import { areaNames, type AreaName } from '@qr-attendance/contracts/areas';
import { StartError } from '@qr-attendance/stack';

export interface DevOptions {
  areas: readonly AreaName[];
  against: string | undefined;
}

const isArea = (name: string): name is AreaName => areaNames.some((area) => area === name);

export const readDevOptions = (args: string[]): DevOptions => {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { against: { type: 'string' } },
    });
    const unknown = positionals.find((name) => !isArea(name));
    if (unknown !== undefined) throw new Error(`"${unknown}" is no area; there are ${areaNames.join(', ')}.`);
    const against = values.against === undefined ? undefined : new URL(values.against).origin;
    return { areas: positionals.length > 0 ? positionals.filter(isArea) : areaNames, against };
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
};
