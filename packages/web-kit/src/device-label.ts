import { i18n } from './texts/languages.ts';

/** The first match wins, because most user agents also contain the names of other browsers. */
const browsers: [mark: RegExp, name: string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [mark: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];
const find = (marks: [RegExp, string][], text: string) => marks.find(([mark]) => mark.test(text))?.[1];

/** Returns a name such as “Chrome on Android”; undefined if neither browser nor system is known. */
export const deviceLabel = (userAgent: string): string | undefined => {
  const [browser, system] = [find(browsers, userAgent), find(systems, userAgent)];
  return browser && system ? i18n.t('common:browserOn', { browser, system }) : (browser ?? system);
};
