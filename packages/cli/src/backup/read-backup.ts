import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, StartError } from '@qr-attendance/stack';
import {
  MANIFEST_FILE,
  manifestSchema,
  postgresStores,
  SECRETS_FILE,
  type Manifest,
  type PostgresStore,
} from './contents.ts';

export const migrationsDir = (store: PostgresStore): string => join(ROOT, 'services', store, 'migrations');

/** An older backup is restored and then migrated by the next start; a newer backup cannot be restored. */
const ensureKnown = async (manifest: Manifest): Promise<void> => {
  for (const store of postgresStores) {
    const ours = (await readdir(migrationsDir(store))).map((file) => file.replace(/\.\w+$/, '')).sort();
    const theirs = manifest.postgres[store]?.migrations ?? [];
    if (theirs.some((name, index) => ours[index] !== name))
      throw new StartError('The backup was made by a newer version; restore it with that one.');
  }
};

export const readManifest = async (text: string, what: string): Promise<Manifest> => {
  try {
    const manifest = manifestSchema.parse(JSON.parse(text));
    await ensureKnown(manifest);
    return manifest;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${what} is damaged.`);
  }
};

export const readBackup = async (folder: string): Promise<Manifest> => {
  if (!existsSync(folder)) throw new StartError(`There is no folder ${folder}.`);
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => undefined);
  if (text === undefined || !existsSync(join(folder, SECRETS_FILE)))
    throw new StartError(
      `${folder} is not a complete backup: it needs ${MANIFEST_FILE} and ${SECRETS_FILE}.`,
    );
  return readManifest(text, join(folder, MANIFEST_FILE));
};
