import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

export interface Process {
  name: string;
  settings: Record<string, z.ZodType>;
  migration: string[];
}

const fieldsOf = (schema: unknown): Record<string, z.ZodType> => {
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>;
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in);
  throw new Error('A schema of settings is an object, or one that is transformed.');
};

export const readProcesses = (root: string): Promise<Process[]> => {
  const folders = ['gateway', ...globSync('services/*', { cwd: root }).toSorted()].filter((folder) =>
    existsSync(join(root, folder, 'src/config.ts')),
  );
  return Promise.all(
    folders.map(async (folder) => {
      const module = (await import(pathToFileURL(join(root, folder, 'src/config.ts')).href)) as {
        configSchema?: unknown;
        gatewayConfigSchema?: unknown;
        migrationConfigSchema?: unknown;
      };
      const { migrationConfigSchema: migration } = module;
      return {
        name: basename(folder),
        settings: fieldsOf(module.configSchema ?? module.gatewayConfigSchema),
        migration: migration === undefined ? [] : Object.keys(fieldsOf(migration)),
      };
    }),
  );
};
