export interface Row {
  fault: string;
  sent: number;
  acknowledged: number;
  refused: number;
  lost: number;
  duplicated: number;
  disagreements: string[];
  agreeAfterMs: number;
  longestInterruptionMs: number;
  skipped?: string;
}

const heads = [
  'fault',
  'sent',
  'acknowledged',
  'refused',
  'lost',
  'duplicated',
  'agree',
  'longest interruption',
];

const cellsOf = (row: Row): string[] =>
  row.skipped
    ? [row.fault, `left out: ${row.skipped}`, '', '', '', '', '', '']
    : [
        row.fault,
        ...[row.sent, row.acknowledged, row.refused, row.lost, row.duplicated].map(String),
        row.disagreements.length === 0
          ? `after ${(row.agreeAfterMs / 1000).toFixed(1)} s`
          : `no (${row.disagreements.length})`,
        `${(row.longestInterruptionMs / 1000).toFixed(1)} s`,
      ];

const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;

export const formatTable = (rows: Row[]): string =>
  [line(heads), line(heads.map(() => '---')), ...rows.map((row) => line(cellsOf(row)))].join('\n');

export const isGood = (row: Row): boolean =>
  row.skipped !== undefined || (row.lost === 0 && row.duplicated === 0 && row.disagreements.length === 0);
