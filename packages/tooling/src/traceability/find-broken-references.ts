import { comparable } from './comparable.ts';

/** `path › title`, or a path by itself, between back ticks. */
const QUOTED = /`([^`\n]+)`/g;
const TITLED = /^(\S+) › (.+)$/;
const PATH = /^(?:bench|deploy|docs|gateway|mfe-[a-z]+|packages|scripts|services|shell|tests)\/[\w./-]+$/;

/**
 * Says which files and which of their texts (such as titles of tests) a Markdown text names that are not there; an
 * empty list when all are.
 * @param readFile a file's text, an empty one for a folder, or undefined when there is no such file
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
