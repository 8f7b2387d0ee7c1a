import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areaNames } from '@qr-attendance/contracts/areas';
import { expectNoArguments } from '@qr-attendance/server/command-line';
import { ROOT } from '../test-command/run-program.ts';
import { findColors } from './find-colors.ts';
import { findUnnamedGroups } from './find-unnamed-groups.ts';
import { findUnknown, findUnused, type Catalog, type Source, type Texts } from './find-texts.ts';

expectNoArguments('npm run check -- pages', 'Checks texts and colors of pages.');
const read = (pattern: string): Source[] =>
  globSync(pattern, { cwd: ROOT }).map((path) => ({ path, code: readFileSync(join(ROOT, path), 'utf8') }));

const isMessages = ({ path }: Source) => path.includes('/messages/');

const readTexts = async (namespace: string, file: string, name = 'texts'): Promise<Catalog> => {
  const module = (await import(join(ROOT, file))) as Record<string, Texts>;
  return { namespace, texts: module[name] ?? {} };
};
const shared = await Promise.all([
  readTexts('common', 'packages/web-kit/src/messages/common.en.ts', 'common'),
  readTexts('specified', 'packages/web-kit/src/messages/specified.en.ts', 'specified'),
]);
const kits = read('packages/{web,ui}-kit/src/**/*.{ts,tsx}').filter((source) => !isMessages(source));
const shell = await Promise.all([
  readTexts('shell', 'shell/src/messages/en.ts'),
  readTexts('account', 'shell/src/messages/account.en.ts'),
  readTexts('receipt', 'shell/src/messages/receipt.en.ts'),
]);
const apps = [
  { folder: 'shell', catalogs: shell },
  ...(await Promise.all(
    areaNames.map(async (area) => ({
      folder: `mfe-${area}`,
      catalogs: [await readTexts(area, `mfe-${area}/src/messages/en.ts`)],
    })),
  )),
].map((app) => ({
  ...app,
  sources: read(`${app.folder}/src/**/*.{ts,tsx}`).filter((source) => !isMessages(source)),
}));

const problems = [
  ...apps.flatMap(({ folder, catalogs, sources }) => [
    ...findUnused(catalogs, [...sources, ...kits]).map(
      (key) => `${folder}/src/messages has ${key}, which no page shows. Delete it in every language.`,
    ),
    ...findUnknown([...catalogs, ...shared], sources).map(
      (found) => `${found} is no text. Add it to ${folder}/src/messages (en.ts and de.ts).`,
    ),
  ]),
  ...findUnused(shared, [...kits, ...apps.flatMap(({ sources }) => sources)]).map(
    (key) => `packages/web-kit/src/messages has ${key}, which no page shows. Delete it in every language.`,
  ),
  ...read('{mfe-*,shell,packages/ui-kit}/src/**/*.tsx').flatMap(({ path, code }) =>
    findUnnamedGroups(code).map(
      (line) =>
        `${path}:${line}: the radio group has no name. Start it with aria-label={…}, the text of its label.`,
    ),
  ),
  ...read('{mfe-*,shell}/src/**/*.{css,tsx}').flatMap(({ path, code }) =>
    findColors(code).map(
      ({ line, color }) =>
        `${path}:${line}: ${color} does not follow the theme. Use a variable such as var(--ui-color-error), or tokens of ui-kit.`,
    ),
  ),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log('Every text is shown, every key exists, and colors follow the theme.');
