import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import './shortcuts.css';
import { tokens } from './tokens/tokens.ts';

interface ShortcutProps {
  key: string;
  to: string;
  icon: ReactNode;
  title: string;
  help: string;
}

interface Props {
  label: string;
  shortcuts: ShortcutProps[];
}

export const Shortcuts = ({ label, shortcuts }: Props) => {
  const columns = { '--count': shortcuts.length, '--half': Math.ceil(shortcuts.length / 2) } as CSSProperties;
  return (
    <nav aria-label={label} className="shortcuts">
      <div className="shortcuts-grid" style={columns}>
        {shortcuts.map(({ key, ...shortcut }) => (
          <Shortcut key={key} {...shortcut} />
        ))}
      </div>
    </nav>
  );
};

const Shortcut = ({ to, icon, title, help }: Omit<ShortcutProps, 'key'>) => {
  return (
    <Link
      to={to}
      style={{
        display: 'flex',
        alignItems: 'center',
        gap: tokens.margin,
        height: '100%',
        boxSizing: 'border-box',
        padding: tokens.padding,
        borderRadius: tokens.borderRadiusLG,
        border: `1px solid ${tokens.colorBorderSecondary}`,
        background: tokens.colorBgContainer,
        color: tokens.colorText,
        textDecoration: 'none',
      }}
    >
      <span aria-hidden style={{ fontSize: 22, color: tokens.colorLink, display: 'flex' }}>
        {icon}
      </span>
      <span style={{ minWidth: 0, hyphens: 'auto', overflowWrap: 'anywhere' }}>
        <span style={{ display: 'block', fontWeight: 600 }}>{title}</span>
        <span style={{ color: tokens.colorTextSecondary, fontSize: tokens.fontSizeSM }}>{help}</span>
      </span>
    </Link>
  );
};
