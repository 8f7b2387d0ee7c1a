import { describe, expect, test } from '@jest/globals';
import { DISGUISED_NAME, hasMixedScripts, nameSchema } from '../src/index.ts';

describe('a name', () => {
  test.each([
    ['Ada Lovelace'],
    ['Søren Kierkegaard'],
    ['Đặng Thị Hồng'],
    ['محمد علي'],
    ['דוד לוי'],
    ['ರಾಮ ಕುಮಾರ್'],
    ['山田 太郎'],
    ['Pixel 9 📱'],
    ['O’Brien-Smith, 2nd'],
    ['رضا می\u200Cخواهد'],
    ['شاه\u200Cپور'],
    ['लक्ष्\u200Dमी'],
    ['রহ্\u200Cমান'],
    ['ශ්\u200Dරී ලංකා'],
  ])('is accepted unchanged: %s', (name) => {
    expect(nameSchema(200).safeParse(name)).toMatchObject({ success: true, data: name });
  });

  test.each([
    ['a right-to-left override', 'Ada \u202Eecalevol'],
    ['a bidirectional isolate', 'Ada \u2067Lovelace\u2069'],
    ['a left-to-right mark', 'Ada\u200E Lovelace'],
    ['an Arabic letter mark', 'Ada\u061C'],
    ['a zero-width space', 'Ada\u200BLovelace'],
    ['a zero-width joiner', 'A\u200Dda'],
    ['a zero-width non-joiner between Cyrillic letters', 'Ан\u200Cна'],
    ['a joiner at the beginning of a word', 'علی \u200Cرضا'],
    ['a joiner at the end', 'علی\u200C'],
    ['two joiners in a row', 'می\u200C\u200Cرود'],
    ['a joiner between digits', '१\u200D२'],
    ['a joiner between two letters of which only one can be joined', 'می\u200Ca'],
    ['a word joiner', 'Ada\u2060Lovelace'],
    ['a byte order mark inside', 'Ada\uFEFFLovelace'],
    ['a soft hyphen', 'Ada\u00ADLovelace'],
    ['only a zero-width space', '\u200B'],
  ])('is rejected with a clear message for %s', (_what, name) => {
    const { error } = nameSchema(200).safeParse(name);
    expect(error?.issues.map(({ message }) => message)).toContain(DISGUISED_NAME);
  });
});

describe('mixed scripts', () => {
  test.each([
    ['Ada Lovelace'],
    ['Анна Петрова'],
    ['Ελένη Παππά'],
    ['山田 Taro'],
    ['김 Anna'],
    ['José Ñandú 3'],
    ['محمد ٣'],
    ['ರಾಮ ಕುಮಾರ್'],
  ])('are not detected in %s', (name) => {
    expect(hasMixedScripts(name)).toBe(false);
  });

  test.each([['Аda Lovelace'], ['Αda Lovelace'], ['Anna Петрова'], ['Մary'], ['Ada ᎪᎫ']])(
    'are detected in %s',
    (name) => {
      expect(hasMixedScripts(name)).toBe(true);
    },
  );
});
