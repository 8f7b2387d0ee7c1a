import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';

export interface NavItem {
  to: string;
  text: string;
  icon: ReactNode;
  /** Current on this very path only, not below it. */
  end?: boolean;
  /** The large middle button of the bottom bar. */
  main?: boolean | undefined;
  /** Left out of a phone's bottom bar, where five is what fits; the dashboard leads there too. */
  wideOnly?: boolean | undefined;
}

/** Links of an area: a rail or top bar on a desktop, a bottom bar on a phone. It holds its place while it has none. */
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
