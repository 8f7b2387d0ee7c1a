import type { UserType } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { navItems } from './nav-items.tsx';

/** An area's links: a rail or top bar on a desktop, a bottom bar on a phone. */
export const AreaNav = ({ userType }: { userType: UserType }) => {
  const { t } = useTranslation('shell');
  return (
    <nav className="area-nav" aria-label={t('nav.main')}>
      {navItems[userType].map(({ key, to, icon, end = false, main = false, wideOnly = false }) => (
        <NavLink
          key={key}
          to={to}
          end={end}
          className={['area-nav-link', main && 'area-nav-main', wideOnly && 'area-nav-wide']
            .filter(Boolean)
            .join(' ')}
        >
          <span className="area-nav-icon" aria-hidden>
            {icon}
          </span>
          <span>{t(`nav.${key}`)}</span>
        </NavLink>
      ))}
    </nav>
  );
};
