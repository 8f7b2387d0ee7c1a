import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { areaNames } from '@qr-attendance/contracts/areas';
import { expectNoArguments } from '@qr-attendance/server/command-line';
import { DEFAULT_LANGUAGE, languages } from '@qr-attendance/web-kit/language-names';
import { ROOT } from '../test-command/run-program.ts';
import { compareLanguages, type TextsFile } from './compare-languages.ts';
import { findColors } from './find-colors.ts';
import { findUnnamedGroups } from './find-unnamed-groups.ts';
import { findUnknownTexts, findUnusedTexts, type Catalog, type Source } from './find-texts.ts';
import { folderOf, readCatalogs, readSharedCatalogs, textsSchema } from './read-catalogs.ts';
import { readDeclaredPages } from './read-pages.ts';

const LANGUAGES_FILE = 'packages/web-kit/src/texts/language-names.ts';

expectNoArguments('npm run check -- pages', 'Checks texts and colors of pages.');
const read = (pattern: string): Source[] =>
  globSync(pattern, { cwd: ROOT }).map((path) => ({ path, code: readFileSync(join(ROOT, path), 'utf8') }));

/** Each folder `texts` or `refusals` contains a file per language. */
const files: TextsFile[] = read('{mfe-*,shell,packages/*}/src/**/{texts,refusals}/{*,*/*}.json').map(
  ({ path, code }) => ({
    path,
    language: basename(path, '.json'),
    texts: textsSchema.parse(JSON.parse(code)),
  }),
);
const folders = Map.groupBy(files, ({ path }) => dirname(path));

const disagreements = [...folders].flatMap(([folder, inFolder]) => {
  const isRefusals = basename(folder) === 'refusals';
  const fileOf = (language: string) => inFolder.find((file) => file.language === language);
  // The messages of the servers are the English texts of refusals.
  const needed = Object.keys(languages).filter((language) => !isRefusals || language !== DEFAULT_LANGUAGE);
  // The oldest language is complete, so the others are compared with it.
  const original = needed.map(fileOf).find((file) => file !== undefined);
  return [
    ...needed
      .filter((language) => !fileOf(language))
      .map((language) => `${folder}/${language}.json is missing: the texts of this folder in that language.`),
    ...inFolder
      .filter(({ language }) => !(language in languages))
      .map(({ path }) => `${path} is of no known language. Add it to ${LANGUAGES_FILE}.`),
    ...(original ? inFolder.flatMap((file) => compareLanguages(original, file)) : []),
  ];
});

const shared = readSharedCatalogs();
const kits = read('packages/{web,ui}-kit/src/**/*.{ts,tsx}');
const apps = (['shell', ...areaNames] as const).map((app) => ({
  folder: folderOf(app),
  catalogs: readCatalogs(app),
  sources: read(`${folderOf(app)}/src/**/*.{ts,tsx}`),
}));

const unknownTexts = (catalogs: Catalog[], sources: Source[]): string[] =>
  findUnknownTexts([...catalogs, ...shared], sources).map(
    ({ path, line, key }) => `${path}:${line}: there is no text ${key}.`,
  );

const problems = [
  ...disagreements,
  ...(await readDeclaredPages().then(
    () => [],
    (error: Error) => [error.message],
  )),
  ...apps.flatMap(({ catalogs, sources }) => unknownTexts(catalogs, sources)),
  ...unknownTexts([], kits),
  ...apps.flatMap(({ folder, catalogs, sources }) =>
    findUnusedTexts(catalogs, [...sources, ...kits]).map(
      (key) => `${folder}/src has the text ${key}, which no page shows. Delete it in every language.`,
    ),
  ),
  ...findUnusedTexts(shared, [...kits, ...apps.flatMap(({ sources }) => sources)]).map(
    (key) => `packages/*-kit/src has the text ${key}, which no page shows. Delete it in every language.`,
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
else console.log('Every text is shown, the languages agree, and colors follow the theme.');
