import type { ImportKind } from '@qr-attendance/contracts';

export interface CorpusList {
  name: string;
  kind: ImportKind;
  lines: string[];
  /**
   * The expected result of each line after the header: the fields of the line, `(reason for skipping)`, or `field:
   * problem`.
   */
  read: string[];
}
