import { expect, test } from '@jest/globals';
import { findColors } from '../src/pages/find-colors.ts';
import { findUnknown, findUnused } from '../src/pages/find-texts.ts';
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

test('finds texts that no page names, as a whole or by a template', () => {
  const sources = page("t('title'); t('teacher:count', { count }); `${t(`kind.${kind}`)}: ${a}`");
  expect(findUnused(catalogs, sources)).toEqual(['teacher:old']);
  expect(findUnused(catalogs, page("t('old')"))).toEqual([
    'teacher:title',
    'teacher:count',
    'teacher:kind.break',
    'teacher:kind.holiday',
  ]);
});

test('finds keys without a text', () => {
  expect(findUnknown(catalogs, page("t('titles'); t('count', { count }); t('kind.break')"))).toEqual([
    'page.tsx: titles',
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
