import { expect, test } from '@jest/globals';
import { compareLanguages } from '../src/pages/compare-languages.ts';
import { findColors } from '../src/pages/find-colors.ts';
import { findUnknownTexts, findUnusedTexts, type Texts } from '../src/pages/find-texts.ts';
import { findUnnamedGroups } from '../src/pages/find-unnamed-groups.ts';

const catalogs = [
  {
    namespace: 'teacher',
    texts: {
      title: 'Courses',
      count_one: '{{count}} course',
      count_other: '{{count}} courses',
      kind: { break: 'Break', holiday: 'Holiday' },
      old: 'Nobody shows this.',
    },
  },
];
const page = (code: string) => [{ path: 'page.tsx', code }];

test('finds texts whose keys no page uses, literally or in a template', () => {
  const sources = page("t('title'); t('teacher:count', { count }); `${t(`kind.${kind}`)}: ${a}`");
  expect(findUnusedTexts(catalogs, sources)).toEqual(['teacher:old']);
  expect(findUnusedTexts(catalogs, page("t('old')"))).toEqual([
    'teacher:title',
    'teacher:count',
    'teacher:kind.break',
    'teacher:kind.holiday',
  ]);
});

test('does not confuse keys of different namespaces', () => {
  const sources = page("t('title'); t('teacher:count'); t(`kind.${kind}`); t('common:old')");
  expect(findUnusedTexts(catalogs, sources)).toEqual(['teacher:old']);
});

test('finds literal keys without a text', () => {
  const known = page("t('title'); t('teacher:count', { count }); t(`kind.${kind}`); fit('tile')");
  expect(findUnknownTexts(catalogs, known)).toEqual([]);
  expect(findUnknownTexts(catalogs, page("\nt(\n  'heading',\n); i18n.t('common:title')"))).toEqual([
    { path: 'page.tsx', line: 2, key: 'heading' },
    { path: 'page.tsx', line: 4, key: 'common:title' },
  ]);
});

const english = {
  title: 'Courses',
  hello: 'Hello {{name}}',
  sizes: { count_one: 'one course', count_other: '{{count}} courses' },
};
const compare = (language: string, texts: Texts) =>
  compareLanguages(
    { path: 'texts/en.json', language: 'en', texts: english },
    { path: `texts/${language}.json`, language, texts },
  );

test('finds nothing where a translation agrees with the English texts', () => {
  const sizes = { count_one: '{{count}} Kurs', count_other: '{{count}} Kurse' };
  expect(compare('de', { title: 'Kurse', hello: 'Hallo {{name}}', sizes })).toEqual([]);
});

test('finds keys that a translation lacks or that have no English text', () => {
  const sizes = { count_one: 'ein Kurs', count_other: '{{count}} Kurse' };
  expect(compare('de', { heading: 'Kurse', hello: 'Hallo {{name}}', sizes })).toEqual([
    'texts/de.json (de): title is missing.',
    'texts/de.json (de): heading is not in texts/en.json.',
  ]);
});

test('finds placeholders that differ between languages', () => {
  const sizes = { count_one: 'ein Kurs von {{total}}', count_other: '{{count}} Kurse' };
  expect(compare('de', { title: 'Kurse', hello: 'Hallo {{nome}}', sizes })).toEqual([
    'texts/de.json (de): hello inserts {{nome}} instead of {{name}}.',
    'texts/de.json (de): sizes.count_one inserts {{total}} instead of nothing.',
  ]);
});

test('requires the plural forms of each language', () => {
  const texts = { title: 'Kursy', hello: '{{name}}', sizes: { count_one: 'kurs', count_other: 'kursu' } };
  expect(compare('pl', texts)).toEqual([
    'texts/pl.json (pl): sizes.count_few is missing.',
    'texts/pl.json (pl): sizes.count_many is missing.',
  ]);
  expect(compare('ja', { ...texts, sizes: { ...texts.sizes, count_two: 'x' } })).toEqual([
    'texts/ja.json (ja): sizes.count_one is a plural form that the language does not have.',
    'texts/ja.json (ja): sizes.count_two is a plural form that the language does not have.',
  ]);
  expect(compare('de', { ...texts, sizes: { count: 'Kurse' } })).toEqual([
    'texts/de.json (de): sizes.count has no plural forms.',
  ]);
});

test.each([
  ['.a { color: #fff0; }', '#fff0'],
  ['.a {\n  background: rgb(1 2 3 / 4%); }', 'rgb('],
  ['<Tag color="red" />', '"red'],
  ['.a { color: red; }', ': red'],
])('finds the color in %j', (code, color) => {
  expect(findColors(code)).toMatchObject([{ color }]);
});

test.each([
  '.a { color: var(--ui-color-error); background: white; }',
  '/* once #fff */ .a { }',
  "<a href='#top' />; // #abc",
  '<use href="#icon-red" />',
])('finds no color in %j', (code) => {
  expect(findColors(code)).toEqual([]);
});

test('finds radio groups without a name', () => {
  expect(findUnnamedGroups('<Radio.Group\n  aria-label={t("who")}\n/>')).toEqual([]);
  expect(findUnnamedGroups('<Form.Item label={t("who")}>\n<Radio.Group className="stack">')).toEqual([2]);
});
