import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ROOT } from '../infrastructure/folders.ts';
import { StartError } from '../start-error.ts';

const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(1).max(65535).default(8080),
  /** Listening beyond this machine is a choice, not a default. */
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .default(join(ROOT, '.data'))
    .transform((path) => resolve(path)),
  DATABASE_URL: z.string().optional(),
  MONGODB_URL: z.string().optional(),
});
export type StartOptions = z.output<typeof environmentSchema> & { demo: boolean };

/** What to start, from the environment and the command line. @throws StartError naming what is wrong */
export const readOptions = (): StartOptions => {
  const parsed = environmentSchema.safeParse(process.env);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartError(`${issue?.path.join('.')} is wrong: ${issue?.message}.`);
  }
  try {
    const { values } = parseArgs({ options: { demo: { type: 'boolean', default: false } } });
    return { ...parsed.data, demo: values.demo };
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
};
