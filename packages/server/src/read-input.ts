import { text } from 'node:stream/consumers';
import type { z } from 'zod';
import { ConfigError } from './config.ts';

export const readInput = async <Schema extends z.ZodType>(schema: Schema): Promise<z.output<Schema>> => {
  const given = await text(process.stdin);
  let json: unknown;
  try {
    json = JSON.parse(given);
  } catch {
    throw new ConfigError('Standard input is not JSON.');
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
  throw new ConfigError(`Standard input is wrong${where}: ${issue?.message}.`);
};
