export interface Table {
  title: string;
  heads: string[];
  rows: (string | number)[][];
}

const line = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;

export const formatTable = ({ title, heads, rows }: Table): string =>
  [`**${title}**`, '', line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
