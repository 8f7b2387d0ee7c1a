/**
 * The results of one policy level. Numbers are the seconds during which a step was possible. Arrays contain
 * the flags that the teacher sees, and are undefined if the step was rejected.
 */
export interface LevelResult {
  level: string;
  scan: number;
  redeem: number;
  /**
   * `mark` lasts from the scan to the last punctual mark, and `lateMark` to the last accepted late delivery.
   */
  mark: number;
  lateMark: number;
  /**
   * `handedOn` is the result of a mark from a phone that did not scan, and `unsigned` of a mark after an
   * unsigned scan.
   */
  handedOn: string[] | undefined;
  unsigned: string[] | undefined;
}

const line = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;
const outcome = (flags: string[] | undefined): string =>
  flags === undefined ? 'refused' : flags.length > 0 ? `taken, flagged ${flags.join(', ')}` : 'taken';

export const markdownTable = (heads: string[], rows: (string | number)[][]): string =>
  [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');

export const formatPresence = (measured: LevelResult[]): string =>
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
