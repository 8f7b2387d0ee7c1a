import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../faults/fault.ts';

/** Marks go on for so long beside each process that has been replaced. */
const BESIDE_MS = 1_500;

/**
 * The services of the release before work on the schema of this one: databases are migrated under them while students mark,
 * each process ends and starts again on what is migrated, as one does that is rolled back, and only then this release
 * takes over. The cluster has to be started with the release before.
 */
export const earlierServices: Fault = {
  name: 'services of the release before on this schema',
  alone: 'release before',
  streamSeconds: 60,
  strike: async (cluster) => {
    await cluster.migrate();
    await pause(BESIDE_MS);
    for (const name of cluster.names) {
      await cluster.replace(name, cluster.root);
      await pause(BESIDE_MS);
    }
    // Who compares asks calls that only this release may have.
    for (const name of cluster.names) await cluster.replace(name);
  },
};
