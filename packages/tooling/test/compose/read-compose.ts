import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from '../../src/test-command/run-program.ts';

const serviceSchema = z.looseObject({
  mem_limit: z.string(),
  cpus: z.number(),
  image: z.string(),
  pull_policy: z.string().optional(),
  user: z.string().optional(),
  build: z.object({ dockerfile: z.string(), args: z.record(z.string(), z.string()) }).optional(),
  profiles: z.array(z.string()).default([]),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  read_only: z.boolean(),
  cap_drop: z.array(z.string()),
  security_opt: z.array(z.string()),
  restart: z.string(),
  healthcheck: z.object({ test: z.array(z.string()).optional(), disable: z.boolean().optional() }).optional(),
});
export type ComposeService = z.output<typeof serviceSchema>;

const fileSchema = z.looseObject({
  services: z.record(z.string(), serviceSchema),
  networks: z.record(z.string(), z.object({ internal: z.boolean().optional() })),
  volumes: z.record(z.string(), z.unknown()),
});

export const composeText = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
export const composeFile = fileSchema.parse(parse(composeText, { merge: true }));
export const composeServices: [name: string, service: ComposeService][] = Object.entries(
  composeFile.services,
);
