export interface Row {
  /** First cell without back ticks: a route, a message's key, or a rule in words. */
  requirement: string;
  tests: TestReference[];
}
export interface TestReference {
  file: string;
  title: string;
}

const REFERENCE = /`([^`]+?) › ([^`]+)`/g;
const plain = (cell: string): string => cell.replaceAll('`', '').trim();

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
