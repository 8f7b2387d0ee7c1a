import type { Insertion } from './insert.ts';

type PageTexts = Record<'en' | 'de', Record<string, string>>;

/** Adds texts under a key to each language of a remote. */
export const addTexts = (mfe: string, key: string, texts: PageTexts): Insertion[] =>
  Object.entries(texts).map(([language, group]) => ({
    type: 'insert',
    path: `${mfe}/src/messages/${language}.ts`,
    before: /^\};$/m,
    text: `${key}: ${JSON.stringify(group)},\n`,
  }));
