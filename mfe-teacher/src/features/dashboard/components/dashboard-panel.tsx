import theme from 'antd/es/theme';
import type { ReactNode } from 'react';

/** What is on top of the dashboard: what goes on, or can be begun, with its buttons at the end of the line. */
export const DashboardPanel = ({ strong = false, children }: { strong?: boolean; children: ReactNode }) => {
  const { token } = theme.useToken();
  return (
    <section
      style={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: token.margin,
        padding: `${token.padding}px ${token.paddingLG}px`,
        marginBlockEnd: token.margin,
        borderRadius: token.borderRadiusLG,
        border: `1px solid ${token.colorBorderSecondary}`,
        background: token.colorBgContainer,
        ...(strong && {
          borderInlineStart: `4px solid ${token.colorPrimary}`,
          background: `color-mix(in srgb, ${token.colorPrimary} 6%, ${token.colorBgContainer})`,
        }),
      }}
    >
      {children}
    </section>
  );
};
