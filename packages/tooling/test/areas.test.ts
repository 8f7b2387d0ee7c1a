import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { areaNames } from '@qr-attendance/contracts/areas';
import { z } from 'zod';
import { ROOT } from '../src/test-command/run-program.ts';
import { composeServices } from './compose/read-compose.ts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const remotes = areaNames.map((name) => `mfe-${name}`).toSorted();
const CHART = 'deploy/helm/qr-attendance';

describe('the list of areas', () => {
  test('lists exactly the remotes that have a folder', () => {
    expect(readdirSync(ROOT).filter((name) => name.startsWith('mfe-'))).toEqual(remotes);
  });

  test.each([
    'package.json',
    '.dockerignore',
    'CODEOWNERS',
    'docker-compose.yml',
    `${CHART}/values.yaml`,
    `${CHART}/values.schema.json`,
    `${CHART}/../examples/small.yaml`,
    `${CHART}/../examples/large.yaml`,
  ])('equals the list in %s', (file) => {
    const named = new Set(read(file).match(/\bmfe-[a-z]+\b/g));
    expect([...named].toSorted()).toEqual(remotes);
  });

  test('equals the list that Compose passes to the gateway', () => {
    const [, gateway] = composeServices.find(([name]) => name === 'gateway') ?? [];
    const urls = areaNames.map((name) => `${name}=http://mfe-${name}:8080`);
    const given = String(gateway?.environment['STATIC_REMOTE_URLS']).split(',');
    expect(given.toSorted()).toEqual(urls.toSorted());
  });

  test('equals the list in every part of values.schema.json', () => {
    const schema = z
      .object({
        properties: z.object({
          frontends: z.object({
            properties: z.record(z.string(), z.unknown()),
            required: z.array(z.string()),
          }),
          remoteVersions: z.object({ patternProperties: z.record(z.string(), z.unknown()) }),
          remotes: z.object({ required: z.array(z.string()) }),
        }),
      })
      .parse(JSON.parse(read(`${CHART}/values.schema.json`)));
    const { frontends, remoteVersions, remotes: listed } = schema.properties;
    expect(Object.keys(frontends.properties).toSorted()).toEqual([...remotes, 'shell']);
    expect(frontends.required.toSorted()).toEqual([...remotes, 'shell']);
    const [, versions = ''] =
      /^\^\(([^)]*)\)/.exec(Object.keys(remoteVersions.patternProperties).join()) ?? [];
    expect(versions.split('|').toSorted()).toEqual(areaNames.toSorted());
    expect(listed.required.toSorted()).toEqual(areaNames.toSorted());
  });
});
