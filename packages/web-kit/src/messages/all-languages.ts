import { common as commonDe } from './common.de.ts';
import { common as commonEn } from './common.en.ts';
import { specified as specifiedDe } from './specified.de.ts';
import { specified as specifiedEn } from './specified.en.ts';

export const sharedTexts = {
  en: { common: commonEn, specified: specifiedEn },
  de: { common: commonDe, specified: specifiedDe },
};
