import type { ReactNode } from 'react';

export const NoBreak = ({ children }: { children: ReactNode }) => (
  <span style={{ whiteSpace: 'nowrap' }}>{children}</span>
);
