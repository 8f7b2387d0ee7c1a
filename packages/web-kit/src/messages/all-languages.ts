import { common as commonDe } from './common.de.ts';
import { common as commonEn } from './common.en.ts';
import { specified as specifiedDe } from './specified.de.ts';
import { specified as specifiedEn } from './specified.en.ts';

/** Texts that all apps share, in every language at once: for the build, as a page would fetch languages it does not show. */
export const sharedTexts = {
  en: { common: commonEn, specified: specifiedEn },
  de: { common: commonDe, specified: specifiedDe },
};
