import { parseArgs } from 'node:util';
import { type Area, areas, StartError } from '@qr-attendance/stack';

export interface DevOptions {
  /** Areas with a dev server; the others are served as releases. */
  areas: readonly Area[];
  /** A running system, instead of one started here. */
  against: string | undefined;
}

const isArea = (name: string): name is Area => areas.some((area) => area === name);

/** @throws StartError naming the invalid argument */
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
