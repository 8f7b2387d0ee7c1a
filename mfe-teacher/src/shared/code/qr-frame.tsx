import theme from 'antd/es/theme';
import type { ReactNode } from 'react';

/** White around the QR, and a line around that, in every theme. */
export const QrFrame = ({ children }: { children: ReactNode }) => {
  const { token } = theme.useToken();
  return (
    <div
      style={{
        border: `1px solid ${token.colorBorderSecondary}`,
        borderRadius: token.borderRadiusLG,
        padding: 8,
        background: '#fff',
        maxWidth: '100%',
      }}
    >
      {children}
    </div>
  );
};
