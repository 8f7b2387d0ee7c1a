import { parseArgs } from 'node:util';
import { type Area, areas, StartError } from '@qr-attendance/stack';

export interface DevOptions {
  areas: readonly Area[];
  against: string | undefined;
}

const isArea = (name: string): name is Area => areas.some((area) => area === name);

export const readDevOptions = (args: string[]): DevOptions => {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { against: { type: 'string' } },
    });
    const unknown = positionals.find((name) => !isArea(name));
    if (unknown !== undefined) throw new Error(`"${unknown}" is no area; there are ${areas.join(', ')}.`);
    const against = values.against === undefined ? undefined : new URL(values.against).origin;
    return { areas: positionals.length > 0 ? positionals.filter(isArea) : areas, against };
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
};
