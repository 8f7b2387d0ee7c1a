import type { PowerMessage } from '@qr-attendance/contracts';

interface Facts {
  by: string;
  person: string;
  role: string;
}
export type PowerSentences = Record<PowerMessage, (facts: Facts) => string>;
