import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { PublishedPart } from './published-part.ts';

const packageSchema = z.object({ name: z.string(), version: z.string() });

export const readVersion = async (
  root: string,
  { workspace }: Pick<PublishedPart, 'workspace'>,
): Promise<z.infer<typeof packageSchema>> =>
  packageSchema.parse(JSON.parse(await readFile(join(root, workspace, 'package.json'), 'utf8')));

const CHART = 'deploy/helm/qr-attendance/Chart.yaml';
export const chartFile = (root: string): string => join(root, CHART);
const VERSION_LINE = /^(version|appVersion): .+$/gm;

export const withVersion = (chart: string, version: string): string =>
  chart.replaceAll(VERSION_LINE, (_line, key: string) => `${key}: ${version}`);
