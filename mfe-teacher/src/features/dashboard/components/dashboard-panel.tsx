import { tokens } from '@qr-attendance/ui-kit';
import type { ReactNode } from 'react';

export const DashboardPanel = ({ strong = false, children }: { strong?: boolean; children: ReactNode }) => {
  return (
    <section
      style={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: tokens.margin,
        padding: `${tokens.padding}px ${tokens.paddingLG}px`,
        marginBlockEnd: tokens.margin,
        borderRadius: tokens.borderRadiusLG,
        border: `1px solid ${tokens.colorBorderSecondary}`,
        background: tokens.colorBgContainer,
        ...(strong && {
          borderInlineStart: `4px solid ${tokens.colorPrimary}`,
          background: `color-mix(in srgb, ${tokens.colorPrimary} 6%, ${tokens.colorBgContainer})`,
        }),
      }}
    >
      {children}
    </section>
  );
};
