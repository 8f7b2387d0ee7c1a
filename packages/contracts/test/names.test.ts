import { describe, expect, test } from '@jest/globals';
import { hasMixedScripts, nameSchema } from '../src/index.ts';

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
  ])('is taken as it is written: %s', (name) => {
    expect(nameSchema(200).safeParse(name)).toMatchObject({ success: true, data: name });
  });

  test.each([
    ['a right-to-left override', 'Ada \u202Eecalevol'],
    ['a bidirectional isolate', 'Ada \u2067Lovelace\u2069'],
    ['a left-to-right mark', 'Ada\u200E Lovelace'],
    ['an Arabic letter mark', 'Ada\u061C'],
    ['a zero-width space', 'Ada\u200BLovelace'],
    ['a zero-width joiner', 'A\u200Dda'],
    ['a word joiner', 'Ada\u2060Lovelace'],
    ['a byte order mark within', 'Ada\uFEFFLovelace'],
    ['a soft hyphen', 'Ada\u00ADLovelace'],
    ['nothing but a zero-width space', '\u200B'],
  ])('is refused by a clear sentence for %s', (_what, name) => {
    const { error } = nameSchema(200).safeParse(name);
    expect(error?.issues.map(({ message }) => message)).toContain(
      'must not contain invisible characters or characters that change the direction of text',
    );
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
  ])('are not seen in %s', (name) => {
    expect(hasMixedScripts(name)).toBe(false);
  });

  test.each([['Аda Lovelace'], ['Αda Lovelace'], ['Anna Петрова'], ['Մary'], ['Ada ᎪᎫ']])(
    'are seen in %s',
    (name) => {
      expect(hasMixedScripts(name)).toBe(true);
    },
  );
});
