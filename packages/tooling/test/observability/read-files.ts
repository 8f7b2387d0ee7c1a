import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

export const ROOT = join(import.meta.dirname, '../../../..');
const FOLDER = join(ROOT, 'deploy/observability');
export const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const filledIn = (expression: string): string =>
  expression.replaceAll('$__rate_interval', '5m').replaceAll('$service', '.*');

const dashboardSchema = z.object({
  uid: z.string(),
  title: z.string(),
  panels: z.array(
    z.object({
      id: z.number(),
      type: z.string(),
      title: z.string(),
      description: z.string().default(''),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: z.array(z.object({ expr: z.string().transform(filledIn) })).default([]),
    }),
  ),
});
export const readDashboards = () =>
  globSync('dashboards/*.json', { cwd: FOLDER }).map((file) =>
    dashboardSchema.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))),
  );

const rulesSchema = z.object({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string(), runbook_url: z.string() }),
        }),
      ),
    }),
  ),
});
export const readAlerts = () =>
  globSync('rules/*.yml', { cwd: FOLDER }).flatMap((file) =>
    rulesSchema.parse(parse(readFileSync(join(FOLDER, file), 'utf8'))).groups.flatMap(({ rules }) => rules),
  );
