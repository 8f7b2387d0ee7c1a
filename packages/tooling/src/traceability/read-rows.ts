/** A requirement and its tests. */
export interface Row {
  /** First cell, without back ticks: a route, a message's key, or a rule in words. */
  requirement: string;
  tests: TestReference[];
}
/** `path › title`: a test file, and the title of a test or of a case within it. */
export interface TestReference {
  file: string;
  title: string;
}

const REFERENCE = /`([^`]+?) › ([^`]+)`/g;
const plain = (cell: string): string => cell.replaceAll('`', '').trim();

/** Reads the rows of every table; the last cell of a row names its tests. */
export const readRows = (markdown: string): Row[] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s:|-]+\|$/.test(line))
    .map((line) => line.slice(1, -1).split(/(?<!\\)\|/))
    .filter((cells) => plain(cells.at(-1) ?? '') !== 'Test')
    .map((cells) => ({
      requirement: plain(cells[0] ?? ''),
      tests: [...(cells.at(-1) ?? '').matchAll(REFERENCE)].map(([, file = '', title = '']) => ({
        file,
        title,
      })),
    }));
