import { tokens } from '@qr-attendance/ui-kit';
import type { ReactNode } from 'react';

export const QrFrame = ({ children }: { children: ReactNode }) => (
  <div
    style={{
      border: `1px solid ${tokens.colorBorderSecondary}`,
      borderRadius: tokens.borderRadiusLG,
      padding: 8,
      background: '#fff',
      maxWidth: '100%',
    }}
  >
    {children}
  </div>
);
