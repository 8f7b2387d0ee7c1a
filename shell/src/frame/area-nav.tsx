import { areaOfUserType, type AreaName, type RemotePage, type UserType } from '@qr-attendance/contracts';
import { currentLanguage, DEFAULT_LANGUAGE } from '@qr-attendance/web-kit';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAreaPages } from '../remotes/area-pages.ts';
import { findPages } from '../remotes/load-remote.ts';
import { NavBar, type NavItem } from './nav-bar.tsx';

type Nav = NonNullable<RemotePage['nav']>;

const Icon = ({ viewBox, paths }: Nav['icon']) => (
  <svg viewBox={viewBox} width="1em" height="1em" fill="currentColor" focusable="false">
    {paths.map((path) => (
      <path key={path} d={path} />
    ))}
  </svg>
);

const toItem = (name: AreaName, path: string, { text, icon, main, wideOnly }: Nav): NavItem => ({
  to: path ? `/${name}/${path}` : `/${name}`,
  text: text[currentLanguage()] ?? text[DEFAULT_LANGUAGE] ?? path,
  icon: <Icon {...icon} />,
  // The area's first page is a parent path of all others.
  end: path === '',
  main,
  wideOnly,
});

const RemoteNav = ({ name, userId }: { name: AreaName; userId: string | undefined }) => {
  useTranslation('shell');
  const pages = useAreaPages(name);
  useEffect(() => void findPages(name, userId), [name, userId]);
  return <NavBar items={(pages ?? []).flatMap(({ path, nav }) => (nav ? [toItem(name, path, nav)] : []))} />;
};

export const AreaNav = ({ userType, userId }: { userType: UserType; userId: string | undefined }) => (
  <RemoteNav name={areaOfUserType(userType)} userId={userId} />
);
