import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { areaNames } from '@qr-attendance/contracts';
import { buildFrontends, ROOT } from '@qr-attendance/stack';
import { DEFAULT_LANGUAGE, languages as all } from '@qr-attendance/web-kit/language-names';
import { z } from 'zod';

const manifestSchema = z.object({
  remote: z.object({
    pages: z.array(z.object({ path: z.string() })).min(1),
    files: z.object({
      pages: z.record(z.string(), z.array(z.string())),
      languages: z.record(z.string(), z.array(z.string())),
    }),
  }),
});

test.each(areaNames)('the built manifest of %s names the files of each page and language', async (area) => {
  await buildFrontends(undefined, [`mfe-${area}`]);
  const dist = join(ROOT, `mfe-${area}/dist`);
  const { remote } = manifestSchema.parse(JSON.parse(readFileSync(join(dist, 'mf-manifest.json'), 'utf8')));
  const { pages, languages } = remote.files;
  expect(Object.keys(pages).toSorted()).toEqual(remote.pages.map(({ path }) => path).toSorted());
  expect(Object.keys(languages)).toEqual(Object.keys(all).filter((name) => name !== DEFAULT_LANGUAGE));
  for (const files of [...Object.values(pages), ...Object.values(languages)]) {
    expect(files).toContainEqual(expect.stringMatching(/\.[0-9a-f]{8}\.js$/));
    expect(files.filter((file) => !existsSync(join(dist, file)))).toEqual([]);
  }
});
