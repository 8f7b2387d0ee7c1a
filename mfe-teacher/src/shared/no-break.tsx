import type { ReactNode } from 'react';

/** Something short that stays in one piece, however narrow its column. */
export const NoBreak = ({ children }: { children: ReactNode }) => (
  <span style={{ whiteSpace: 'nowrap' }}>{children}</span>
);
