import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderFiles, rehearse, saveStores } from '@qr-attendance/cli/backup';
import type { Fault } from './fault.ts';

/** The services of the rehearsal share two cores with all others. */
const REPLAY_WITHIN_MS = 120_000;

/**
 * Takes a backup while students mark, and rehearses its restore on the same servers beside the live
 * databases. Every table and collection must equal the backup, and a replay must rebuild all copies.
 */
export const restore: Fault = {
  name: 'restore of a backup that was taken under load',
  streamSeconds: 30,
  strike: async ({ databases, postgres }) => {
    const folder = await mkdtemp(join(tmpdir(), 'qr-restore-'));
    const files = folderFiles(folder);
    const servers = {
      postgresUrl: postgres.url,
      mongoUrl: Object.assign(new URL(databases.course), { pathname: '/' }).href,
      stop: async () => undefined,
    };
    const wrong: string[] = [];
    try {
      const manifest = await saveStores(databases, files);
      if (!manifest.postgres['attendance']?.tables['scans']) wrong.push('the backup has no mark in it');
      await rehearse({ servers, files, manifest, replayWithinMs: REPLAY_WITHIN_MS, report: () => undefined });
    } catch (error) {
      wrong.push(error instanceof Error ? error.message : String(error));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return { outcomes: [], check: async () => wrong };
  },
};
