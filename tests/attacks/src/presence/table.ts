/** Seconds for which each step was possible, at one policy level; flags where the teacher is told, undefined where refused. */
export interface Measured {
  level: string;
  /** From the photo to the last scan. */
  scan: number;
  /** From a scan before the sign-in to its last use. */
  redeem: number;
  /** From the scan to the last mark in time, and to the last that was taken as delivered late. */
  mark: number;
  lateMark: number;
  /** What became of a mark by another phone than the one that scanned, and of one by a scan that nobody signed. */
  handedOn: string[] | undefined;
  unsigned: string[] | undefined;
}

const line = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;
const outcome = (flags: string[] | undefined): string =>
  flags === undefined ? 'refused' : flags.length > 0 ? `taken, flagged ${flags.join(', ')}` : 'taken';

export const markdownTable = (heads: string[], rows: (string | number)[][]): string =>
  [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');

/** What was measured as a Markdown table; each sum is of the longest times found. */
export const formatPresence = (measured: Measured[]): string =>
  markdownTable(
    [
      'policy level',
      'photo to last scan',
      'scan to last mark',
      'photo to last mark',
      'the same, delivered late (flagged)',
      'photo, then signing in: last mark',
      'the same, delivered late (flagged)',
      'ticket handed to another phone',
      'unsigned scan handed on',
    ],
    measured.map(({ level, scan, redeem, mark, lateMark, handedOn, unsigned }) => [
      level,
      `${scan} s`,
      `${mark} s`,
      `${scan + mark} s`,
      `${scan + lateMark} s`,
      `${scan + redeem + mark} s`,
      `${scan + redeem + lateMark} s`,
      outcome(handedOn),
      outcome(unsigned),
    ]),
  );
