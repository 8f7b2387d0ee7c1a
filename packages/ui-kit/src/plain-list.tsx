import type { ReactNode } from 'react';
import './plain-list.css';
import { tokens } from './tokens/tokens.ts';

export const PlainList = ({ children }: { children: ReactNode }) => (
  <ul className="plain-list" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
    {children}
  </ul>
);

interface Props {
  title: ReactNode;
  detail: ReactNode;
  aside?: ReactNode;
}

export const PlainRow = ({ title, detail, aside }: Props) => {
  return (
    <li
      style={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: tokens.margin,
        paddingBlock: tokens.paddingSM,
      }}
    >
      <div style={{ minWidth: 0 }}>
        <div style={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{title}</div>
        <div style={{ color: tokens.colorTextSecondary, fontSize: tokens.fontSizeSM }}>{detail}</div>
      </div>
      {aside}
    </li>
  );
};
