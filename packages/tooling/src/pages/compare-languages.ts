import type { Texts } from './find-texts.ts';

export interface TextsFile {
  path: string;
  language: string;
  texts: Texts;
}

const PLURAL = /_(zero|one|two|few|many|other)$/;
const flatten = (texts: Texts, before = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[before + key, text]] : flatten(text, `${before}${key}.`),
  );

const placeholdersOf = (text: string): string[] =>
  [...new Set(Array.from(text.matchAll(/\{\{\s*([\w.]+)/g), ([, name = '']) => name))].toSorted();

/** Forms of one text by plural category; a text without plural forms has the category ''. */
type Forms = Map<string, string>;
const formsByKey = (texts: Texts): Map<string, Forms> => {
  const all = flatten(texts);
  const plurals = new Set(all.flatMap(([key]) => (key.endsWith('_other') ? [key.replace(PLURAL, '')] : [])));
  const byKey = new Map<string, Forms>();
  for (const [key, text] of all) {
    const base = key.replace(PLURAL, '');
    const isForm = base !== key && plurals.has(base);
    const name = isForm ? base : key;
    const forms: Forms = byKey.get(name) ?? new Map<string, string>();
    byKey.set(name, forms.set(isForm ? key.slice(base.length + 1) : '', text));
  }
  return byKey;
};

const isPlural = (forms: Forms): boolean => forms.has('other');
/** A singular form may omit the number. */
const insertedBy = (form: string, text: string): string[] =>
  placeholdersOf(text).filter((name) => form === '' || name !== 'count');

const compareForms = (key: string, forms: Forms, original: Forms, language: string): string[] => {
  if (isPlural(forms) !== isPlural(original))
    return [`${key} has ${isPlural(forms) ? '' : 'no '}plural forms`];
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  // i18next supports `_zero` in every language.
  const needed: string[] = isPlural(forms)
    ? [...new Set([...categories, ...(original.has('zero') ? ['zero'] : [])])]
    : [''];
  return [
    ...needed.filter((form) => !forms.has(form)).map((form) => `${key}_${form} is missing`),
    ...[...forms.keys()]
      .filter((form) => !needed.includes(form))
      .map((form) => `${key}_${form} is a plural form that the language does not have`),
    ...[...forms].flatMap(([form, text]) => {
      const expected = insertedBy(form, original.get(form) ?? original.get('other') ?? '');
      const inserted = insertedBy(form, text);
      if (inserted.join() === expected.join()) return [];
      const list = (names: string[]) => names.map((name) => `{{${name}}}`).join(', ') || 'nothing';
      return [`${form ? `${key}_${form}` : key} inserts ${list(inserted)} instead of ${list(expected)}`];
    }),
  ];
};

/** Lists the keys, plural forms and placeholders in which a translation disagrees with the original. */
export const compareLanguages = (original: TextsFile, translation: TextsFile): string[] => {
  const [expected, translated] = [formsByKey(original.texts), formsByKey(translation.texts)];
  const problems = [
    ...[...expected].flatMap(([key, forms]) => {
      const found = translated.get(key);
      return found ? compareForms(key, found, forms, translation.language) : [`${key} is missing`];
    }),
    ...[...translated.keys()]
      .filter((key) => !expected.has(key))
      .map((key) => `${key} is not in ${original.path}`),
  ];
  return problems.map((problem) => `${translation.path} (${translation.language}): ${problem}.`);
};
