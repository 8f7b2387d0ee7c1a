import { expect, test } from '@jest/globals';
import type { Texts } from '@qr-attendance/web-kit';
import { texts as german } from '../src/messages/de.ts';
import { texts as english } from '../src/messages/en.ts';

const flat = (texts: Texts, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${path}${key}`, text]] : flat(text, `${path}${key}.`),
  );
const placesOf = (text = '') => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted();

test('has the same placeholders in German as in English', () => {
  const translated = new Map(flat(german));
  for (const [key, text] of flat(english))
    expect([key, placesOf(translated.get(key))]).toEqual([key, placesOf(text)]);
});
