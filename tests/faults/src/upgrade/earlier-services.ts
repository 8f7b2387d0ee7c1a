import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../faults/fault.ts';

const BESIDE_MS = 1_500;

/**
 * The previous release runs on the schema of this release: the databases are migrated while students mark,
 * each process restarts on the migrated schema as after a rollback, and then this release takes over. The
 * cluster must start with the previous release.
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
    // The comparison uses routes that only this release may have.
    for (const name of cluster.names) await cluster.replace(name);
  },
};
