import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { institutionSchema } from '@qr-attendance/contracts';
import { parseJson } from '@qr-attendance/contracts/parse-json';
import { campusTimeZoneSchema } from '@qr-attendance/server';
import { StartError } from '@qr-attendance/stack';
import { z } from 'zod';
import { CAMPUS_FILE } from '../backup/contents.ts';

const departmentsSchema = z.custom<unknown[]>().superRefine((departments, context) => {
  const { error } = institutionSchema.safeParse({ departments });
  if (error) context.addIssue(error.issues[0]?.message ?? 'is wrong');
});
const timeZoneSchema = z.string().superRefine((timeZone, context) => {
  const { error } = campusTimeZoneSchema.safeParse(timeZone);
  if (error) context.addIssue(error.issues[0]?.message ?? 'is wrong');
});
const campusSchema = z.strictObject({
  departments: departmentsSchema.optional(),
  timeZone: timeZoneSchema.optional(),
});
/**
 * The answers to the questions of the first start. Without departments, the product's default list applies.
 */
export type Campus = z.output<typeof campusSchema>;

export const campusFile = (dataDir: string): string => join(dataDir, CAMPUS_FILE);

export const readCampus = async (dataDir: string): Promise<Campus | undefined> => {
  const file = campusFile(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new StartError(`${file} cannot be read (${error.code ?? error.message}).`);
  });
  if (text === undefined) return undefined;
  const { data, error } = campusSchema.safeParse(parseJson(text));
  if (data) return data;
  const [issue] = error?.issues ?? [];
  throw new StartError(
    `${file} is wrong: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(' ')}. It is JSON such as {"departments":["Law","Medicine"],"timeZone":"Europe/Vienna"}.`,
  );
};

export const writeCampus = (dataDir: string, campus: Campus): Promise<void> =>
  writeFile(campusFile(dataDir), `${JSON.stringify(campus, null, 2)}\n`, { mode: 0o600 });

/** Sets environment variables for the processes; variables that are already set take precedence. */
export const applyCampus = ({ departments, timeZone }: Campus, env: NodeJS.ProcessEnv): void => {
  if (departments && !env['INSTITUTION']) env['INSTITUTION'] = JSON.stringify({ departments });
  if (timeZone && !env['CAMPUS_TIME_ZONE']) env['CAMPUS_TIME_ZONE'] = timeZone;
};

export const parseDepartments = (text: string): string[] => {
  const departments = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  departmentsSchema.parse(departments);
  return departments;
};

const zonesLike = (text: string): string[] =>
  Intl.supportedValuesOf('timeZone').filter((zone) =>
    zone.toLowerCase().includes(text.toLowerCase().replaceAll(' ', '_')),
  );

export const parseTimeZone = (text: string): string => {
  const [like, ...others] = zonesLike(text);
  if (like !== undefined && others.length === 0) return like;
  return timeZoneSchema.parse(text);
};
