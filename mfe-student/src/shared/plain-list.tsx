import theme from 'antd/es/theme';
import type { ReactNode } from 'react';
import './plain-list.css';

/** A list of short rows inside a card, parted by hairlines. */
export const PlainList = ({ children }: { children: ReactNode }) => (
  <ul className="plain-list" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
    {children}
  </ul>
);

interface ItemProps {
  title: ReactNode;
  detail: ReactNode;
  /** At the row's end: a badge or a short word. */
  end?: ReactNode;
}

export const PlainListItem = ({ title, detail, end }: ItemProps) => {
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
      {end && <div style={{ flex: 'none', color: token.colorTextSecondary }}>{end}</div>}
    </li>
  );
};
