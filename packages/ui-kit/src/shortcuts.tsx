import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import './shortcuts.css';

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
      <div
        className={shortcuts.length > 5 ? 'shortcuts-grid shortcuts-many' : 'shortcuts-grid'}
        style={columns}
      >
        {shortcuts.map(({ key, ...shortcut }) => (
          <Shortcut key={key} {...shortcut} />
        ))}
      </div>
    </nav>
  );
};

const Shortcut = ({ to, icon, title, help }: Omit<ShortcutProps, 'key'>) => (
  <Link to={to} className="shortcut">
    <span aria-hidden className="shortcut-icon">
      {icon}
    </span>
    <span className="shortcut-text">
      <span className="block strong">{title}</span>
      <span className="muted small">{help}</span>
    </span>
  </Link>
);
