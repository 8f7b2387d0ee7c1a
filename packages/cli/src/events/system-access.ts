import { rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '@qr-attendance/contracts';
import { readConfig, serviceUrlSchema } from '@qr-attendance/server';
import { operatorEnvironment, StartError, type System } from '@qr-attendance/stack';
import { z } from 'zod';

const FILE = 'running.json';

export const accessSchema = z.object({
  INTERNAL_TOKEN: z.string(),
  AUTH_URL: serviceUrlSchema,
  COURSE_URL: serviceUrlSchema,
  SESSION_URL: serviceUrlSchema,
  ATTENDANCE_URL: serviceUrlSchema,
});
export type SystemAccess = z.output<typeof accessSchema>;

/**
 * Writes the access data of the running system to the data folder, readable by this user only, and removes it
 * when this process ends.
 * @param address of the web app
 */
export const recordAccess = async (dataDir: string, system: System, address: string): Promise<void> => {
  const file = join(dataDir, FILE);
  const text = JSON.stringify({ ...operatorEnvironment(system), ADDRESS: address });
  await writeFile(file, text, { mode: 0o600 });
  process.on('exit', () => rmSync(file, { force: true }));
};

/** The address of the web app of the system that runs on the data folder, or that was killed while it ran. */
export const readAddress = async (dataDir: string): Promise<string | undefined> => {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch(() => '{}');
  const running = z.object({ ADDRESS: z.string() }).safeParse(parseJson(text));
  return running.data?.ADDRESS;
};

/** Reads the environment, else the file of the system that runs on the data folder. */
export const readAccess = async (dataDir: string): Promise<SystemAccess> => {
  if (process.env['INTERNAL_TOKEN'] !== undefined) return readConfig(accessSchema);
  const text = await readFile(join(dataDir, FILE), 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new StartError(
      `No system runs on ${dataDir}; start it, or set the environment variables of another one (docs/operations/events.md).`,
    );
  return readConfig(accessSchema, JSON.parse(text) as Record<string, string>);
};
