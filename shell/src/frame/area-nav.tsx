import { ApartmentOutlined, AppstoreOutlined } from '@ant-design/icons';
import {
  areaOfPath,
  areaOfUserType,
  areas,
  type AreaName,
  type RemotePage,
  type UserType,
} from '@qr-attendance/contracts';
import { currentLanguage, DEFAULT_LANGUAGE } from '@qr-attendance/web-kit';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useUnitStaff } from '../identity/unit-staff.ts';
import { canOpen, useAreaPages } from '../remotes/area-pages.ts';
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
  // The path of the area's first page is a prefix of all others.
  end: path === '',
  main,
  wideOnly,
});

interface Props {
  userType: UserType;
  userId: string | undefined;
}

/** Links between the teacher and admin areas, for teachers with a role in a unit. */
const useOtherArea = (name: AreaName): NavItem[] => {
  const { t } = useTranslation('shell');
  const { isUnitStaff } = useUnitStaff();
  if (!isUnitStaff) return [];
  return name === 'admin'
    ? [{ to: '/teacher', text: t('nav.teaching'), icon: <AppstoreOutlined /> }]
    : [{ to: '/admin', text: t('nav.administration'), icon: <ApartmentOutlined />, wideOnly: true }];
};

const RemoteNav = ({ name, userType, userId }: Props & { name: AreaName }) => {
  useTranslation('shell');
  const pages = useAreaPages(name);
  const others = useOtherArea(name);
  useEffect(() => void findPages(name, userId), [name, userId]);
  const own = (pages ?? []).filter((page) => canOpen(userType, page));
  return (
    <NavBar
      items={[
        ...own.flatMap(({ path, nav }) => (nav ? [toItem(name, path, nav)] : [])),
        ...(pages ? others : []),
      ]}
    />
  );
};

export const AreaNav = ({ userType, userId }: Props) => {
  const { pathname } = useLocation();
  const area = areaOfPath(pathname);
  // A teacher in the admin area has a role in a unit, because others cannot enter it.
  const isUnitStaffs = userType === 'TEACHER' && area !== undefined && areas[area].unitStaff;
  const name = isUnitStaffs ? area : areaOfUserType(userType);
  return <RemoteNav key={name} name={name} userType={userType} userId={userId} />;
};
