import type { Insertion } from './insert.ts';

type PageTexts = Record<'en' | 'de', Record<string, string>>;

export const addTexts = (mfe: string, key: string, texts: PageTexts): Insertion[] =>
  Object.entries(texts).map(([language, group]) => ({
    type: 'insert',
    path: `${mfe}/src/texts/${language}.json`,
    after: /^\{$/m,
    text: `\n"${key}": ${JSON.stringify(group)},`,
  }));
