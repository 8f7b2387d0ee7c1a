/** The first that fits names it: most browsers claim to be others too. */
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

/** What a person would call this device, e.g. `iPhone, Safari`. Undefined when the browser does not tell. */
export const deviceLabel = (userAgent: string): string | undefined =>
  [find(systems, userAgent), find(browsers, userAgent)].filter(Boolean).join(', ') || undefined;
