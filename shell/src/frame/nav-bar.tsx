import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';

export interface NavItem {
  to: string;
  text: string;
  icon: ReactNode;
  end?: boolean;
  main?: boolean | undefined;
  /** Omitted from a phone's bottom bar, which has space for five links. */
  wideOnly?: boolean | undefined;
}

export const NavBar = ({ items }: { items: readonly NavItem[] }) => {
  const { t } = useTranslation('shell');
  return (
    <nav className="area-nav" aria-label={t('nav.main')}>
      {items.map(({ to, text, icon, end = false, main = false, wideOnly = false }) => (
        <NavLink
          key={to}
          to={to}
          end={end}
          className={['area-nav-link', main && 'area-nav-main', wideOnly && 'area-nav-wide']
            .filter(Boolean)
            .join(' ')}
        >
          <span className="area-nav-icon" aria-hidden>
            {icon}
          </span>
          <span>{text}</span>
        </NavLink>
      ))}
    </nav>
  );
};
