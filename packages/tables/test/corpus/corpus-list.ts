import type { ImportKind } from '@qr-attendance/contracts';

export interface CorpusList {
  name: string;
  kind: ImportKind;
  lines: string[];
  /** How each line after the header is read: its fields, `(why it is left out)`, or `field: problem`. */
  read: string[];
}
