export interface Texts {
  [key: string]: string | Texts;
}
/** Texts of one namespace, with keys such as `account:title`. */
export interface Catalog {
  namespace: string;
  texts: Texts;
}
export interface Source {
  path: string;
  code: string;
}

const PLURAL = /_(?:zero|one|two|few|many|other)$/;

const keysOf = (texts: Texts, before = ''): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [(before + key).replace(PLURAL, '')] : keysOf(text, `${before}${key}.`),
  );

const LITERALS = /['"`]((?:[\w-]+:)?[\w.-]+)['"`]/g;
/** Matches templates that only consist of parts of a key and inserted values. */
const TEMPLATES = /`((?:[\w-]+:)?(?:[\w.-]|\$\{[^`{}]*(?:\{[^`{}]*\}[^`{}]*)*\})+)`/g;
const INSERTED = /\$\{[^`{}]*(?:\{[^`{}]*\}[^`{}]*)*\}/;

const escaped = (text: string): string => text.replaceAll('.', '\\.');

interface Uses {
  literals: Set<string>;
  patterns: RegExp[];
}

const usesIn = (sources: Source[]): Uses => {
  const literals = new Set<string>();
  const patterns = new Map<string, RegExp>();
  for (const { code } of sources) {
    for (const [, text = ''] of code.matchAll(LITERALS)) literals.add(text);
    for (const [, text = ''] of code.matchAll(TEMPLATES)) {
      const parts = text.split(INSERTED);
      // A template without fixed parts would match every key.
      if (parts.some((part) => /\w/.test(part)))
        patterns.set(
          text,
          new RegExp(
            `^${parts
              .map(escaped)
              .join('[\\w-]+')
              .replace(/\[\\w-\]\+$/, '[\\w.-]+')}$`,
          ),
        );
    }
  }
  return { literals, patterns: [...patterns.values()] };
};

const CALLS = /\bt\(\s*(['"`])((?:[\w-]+:)?[\w.-]+)\1/g;

/** Finds literal keys without a text in any of the catalogs; the compiler also checks namespaces and templates. */
export const findUnknownTexts = (
  catalogs: Catalog[],
  sources: Source[],
): { path: string; line: number; key: string }[] => {
  const known = new Set(
    catalogs.flatMap(({ namespace, texts }) => keysOf(texts).flatMap((key) => [key, `${namespace}:${key}`])),
  );
  return sources.flatMap(({ path, code }) =>
    [...code.matchAll(CALLS)]
      .filter(([, , key = '']) => !known.has(key))
      .map(({ index, 2: key = '' }) => ({ path, line: code.slice(0, index).split('\n').length, key })),
  );
};

export const findUnusedTexts = (catalogs: Catalog[], sources: Source[]): string[] => {
  const { literals, patterns } = usesIn(sources);
  return catalogs.flatMap(({ namespace, texts }) =>
    [...new Set(keysOf(texts))]
      .map((key) => [key, `${namespace}:${key}`] as const)
      .filter((names) =>
        names.every((name) => !literals.has(name) && !patterns.some((pattern) => pattern.test(name))),
      )
      .map(([, name]) => name),
  );
};
