import { median, percentile } from '../measure/statistics.ts';
import type { Table } from '../measure/table.ts';
import { estimateDetection, flaggedShare, SEQUENCE, sequenceMedians, type Estimate } from './detection.ts';

export const SEED = 16;

/** The first time that one code was read. */
export interface Sample {
  cell: string;
  /** Its place among the codes shown. */
  code: number;
  /** From when the code was first shown until the decoder had read it, in ms. */
  decodedMs: number;
  /** Until the server heard of it. */
  arrivedMs: number;
  /** What a message of the phone and the server's answer took together, lately. */
  roundTripMs: number;
}

const HEAD = 'cell,code,decoded_ms,arrived_ms,round_trip_ms';

export const toCsv = (samples: Sample[]): string =>
  `${[
    HEAD,
    ...samples.map(({ cell, code, decodedMs, arrivedMs, roundTripMs }) =>
      [cell, code, decodedMs, arrivedMs, roundTripMs.toFixed(1)].join(','),
    ),
  ].join('\n')}\n`;

/** @throws Error where a line is none that `toCsv` writes */
export const fromCsv = (text: string): Sample[] =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [cell = '', ...cells] = line.split(',');
      const [code = NaN, decodedMs = NaN, arrivedMs = NaN, roundTripMs = NaN] = cells.map(Number);
      if (Number.isNaN(roundTripMs)) throw new Error(`no sample: ${line}`);
      return { cell, code, decodedMs, arrivedMs, roundTripMs };
    });

/** How late a server takes a phone to be: what its connection took is taken off. */
export const latenessOf = ({ arrivedMs, roundTripMs }: Sample): number => arrivedMs - roundTripMs / 2;

/** Lateness by cell, in the order in which the codes were shown. */
export const latenessByCell = (samples: Sample[]): Map<string, number[]> =>
  new Map(
    [...Map.groupBy(samples, ({ cell }) => cell)].map(([cell, those]) => [cell, those.map(latenessOf)]),
  );

const ms = (value: number): string => value.toFixed(0);
const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
const showEstimate = ({ rate, low, high }: Estimate): string =>
  `${percent(rate)} (${percent(low)} to ${percent(high)})`;

const timesTable = (samples: Sample[]): Table => ({
  title: 'Times by cell, in ms',
  heads: [
    'cell',
    'codes read',
    'shown to decoded: median',
    '95th percentile',
    'lateness: median',
    '99th percentile',
  ],
  rows: [...Map.groupBy(samples, ({ cell }) => cell)].map(([cell, those]) => {
    const decoded = those.map(({ decodedMs }) => decodedMs);
    const lateness = those.map(latenessOf);
    return [
      cell,
      those.length,
      ms(median(decoded)),
      ms(percentile(decoded, 0.95)),
      ms(median(lateness)),
      ms(percentile(lateness, 0.99)),
    ];
  }),
});

export const isRelayed = (cell: string): boolean => cell.startsWith('relayed');

/** Honest readings of all cells alike, mixed so that neighbors in time stay together. */
export const mixedHall = (byCell: Map<string, number[]>): number[] =>
  [...byCell].filter(([cell]) => !isRelayed(cell)).flatMap(([, lateness]) => lateness);

const detectionTable = (byCell: Map<string, number[]>): Table => {
  const good = byCell.get('honest +0') ?? [];
  const mixed = mixedHall(byCell);
  const columns = [
    { honest: good, of: (values: number[]) => values, block: 1 },
    { honest: good, of: sequenceMedians, block: SEQUENCE },
    { honest: mixed, of: (values: number[]) => values, block: 1 },
    { honest: mixed, of: sequenceMedians, block: SEQUENCE },
  ];
  return {
    title: 'Relayed readings found at 1 % false alarms, with 95 % intervals',
    heads: [
      'relayed',
      'among good phones, one reading',
      'the median of three',
      'among all honest phones, one reading',
      'the median of three',
    ],
    rows: [...byCell]
      .filter(([cell]) => isRelayed(cell))
      .map(([cell, relayed]) => [
        cell,
        ...columns.map(({ honest, of, block }) =>
          showEstimate(estimateDetection(of(honest), of(relayed), { block, seed: SEED })),
        ),
      ]),
  };
};

const signalTable = (byCell: Map<string, number[]>): Table => {
  const [good, mixed] = [byCell.get('honest +0') ?? [], mixedHall(byCell)].map(sequenceMedians);
  return {
    title: 'Medians of three flagged by the product’s signal',
    heads: ['cell', 'in a session of good phones', 'in a session of all honest phones'],
    rows: [...byCell].map(([cell, lateness]) => {
      const readings = sequenceMedians(lateness);
      return [cell, ...[good, mixed].map((session = []) => percent(flaggedShare(readings, session)))];
    }),
  };
};

/** What the published tables say, from the samples alone. */
export const analyze = (samples: Sample[]): Table[] => {
  const byCell = latenessByCell(samples);
  return [timesTable(samples), detectionTable(byCell), signalTable(byCell)];
};
