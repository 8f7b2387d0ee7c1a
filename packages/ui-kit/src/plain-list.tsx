import theme from 'antd/es/theme';
import type { ReactNode } from 'react';
import './plain-list.css';

/** Rows with hairlines between them, for a card. */
export const PlainList = ({ children }: { children: ReactNode }) => (
  <ul className="plain-list" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
    {children}
  </ul>
);

interface Props {
  title: ReactNode;
  detail: ReactNode;
  /** At the end of the row. */
  aside?: ReactNode;
}

export const PlainRow = ({ title, detail, aside }: Props) => {
  const { token } = theme.useToken();
  return (
    <li
      style={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: token.margin,
        paddingBlock: token.paddingSM,
      }}
    >
      <div style={{ minWidth: 0 }}>
        <div style={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{title}</div>
        <div style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>{detail}</div>
      </div>
      {aside}
    </li>
  );
};
