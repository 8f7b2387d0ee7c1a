import type { ReactNode } from 'react';

export const MarkPageColumn = ({ children }: { children: ReactNode }) => (
  <div
    style={{
      maxWidth: 480,
      marginInline: 'auto',
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: 16,
    }}
  >
    {children}
  </div>
);
