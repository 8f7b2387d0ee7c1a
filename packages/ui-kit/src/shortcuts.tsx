import theme from 'antd/es/theme';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import './shortcuts.css';

interface ShortcutProps {
  key: string;
  to: string;
  icon: ReactNode;
  title: string;
  help: string;
}

interface Props {
  /** What they are together, for screen readers. */
  label: string;
  shortcuts: ShortcutProps[];
}

/** Ways to other pages of the area, as cards. */
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
