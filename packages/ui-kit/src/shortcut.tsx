import theme from 'antd/es/theme';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface Props {
  to: string;
  icon: ReactNode;
  title: string;
  help: string;
}

/** A way to another page of the area, as a card. */
export const Shortcut = ({ to, icon, title, help }: Props) => {
  const { token } = theme.useToken();
  return (
    <Link
      to={to}
      style={{
        display: 'flex',
        alignItems: 'center',
        gap: token.margin,
        height: '100%',
        boxSizing: 'border-box',
        padding: token.padding,
        borderRadius: token.borderRadiusLG,
        border: `1px solid ${token.colorBorderSecondary}`,
        background: token.colorBgContainer,
        color: token.colorText,
        textDecoration: 'none',
      }}
    >
      <span aria-hidden style={{ fontSize: 22, color: token.colorLink, display: 'flex' }}>
        {icon}
      </span>
      <span style={{ minWidth: 0, hyphens: 'auto', overflowWrap: 'anywhere' }}>
        <span style={{ display: 'block', fontWeight: 600 }}>{title}</span>
        <span style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>{help}</span>
      </span>
    </Link>
  );
};
