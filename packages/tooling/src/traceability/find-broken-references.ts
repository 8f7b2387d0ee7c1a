import { comparable } from './comparable.ts';

const QUOTED = /`([^`\n]+)`/g;
const TITLED = /^(\S+) › (.+)$/;
const PATH = /^(?:bench|deploy|docs|gateway|mfe-[a-z]+|packages|scripts|services|shell|tests)\/[\w./-]+$/;

/**
 * Returns the files, and texts in them such as test titles, that a Markdown text mentions but that do not
 * exist.
 */
export const findBrokenReferences = (
  markdown: string,
  readFile: (path: string) => string | undefined,
): string[] => {
  const quoted = new Set([...markdown.matchAll(QUOTED)].map(([, text = '']) => text));
  return [...quoted].flatMap((text) => {
    const [, file = text, title] = TITLED.exec(text) ?? [];
    if (title === undefined && !PATH.test(file)) return [];
    const source = readFile(file);
    if (source === undefined) return [`there is no ${file}`];
    return title === undefined || comparable(source).includes(comparable(title))
      ? []
      : [`${file} has no “${title}”`];
  });
};
