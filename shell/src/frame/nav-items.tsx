import {
  AppstoreOutlined,
  BarChartOutlined,
  BookOutlined,
  HistoryOutlined,
  MailOutlined,
  PlusCircleOutlined,
  QrcodeOutlined,
  SafetyOutlined,
  ScanOutlined,
  TeamOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import type { UserType } from '@qr-attendance/contracts';
import type { ReactNode } from 'react';

export interface NavItem {
  /** Key of its name in the catalogue, under `nav`. */
  key: string;
  to: string;
  icon: ReactNode;
  /** Current on this very path only, not below it. */
  end?: boolean;
  /** The large middle button of the bottom bar. */
  main?: boolean;
  /** Left out of a phone's bottom bar, where five is what fits; the dashboard leads there too. */
  wideOnly?: boolean;
}

/** Each area's links, in the order of the bar; the main one in the middle. */
export const navItems: Record<UserType, NavItem[]> = {
  TEACHER: [
    { key: 'dashboard', to: '/teacher', icon: <AppstoreOutlined />, end: true },
    { key: 'generate', to: '/teacher/generate', icon: <QrcodeOutlined /> },
    { key: 'courses', to: '/teacher/courses', icon: <BookOutlined /> },
    { key: 'sessions', to: '/teacher/sessions', icon: <UnorderedListOutlined /> },
    { key: 'reports', to: '/teacher/reports', icon: <BarChartOutlined /> },
  ],
  ADMIN: [
    { key: 'people', to: '/admin', icon: <TeamOutlined />, end: true },
    { key: 'invites', to: '/admin/invites', icon: <MailOutlined /> },
  ],
  STUDENT: [
    { key: 'dashboard', to: '/student', icon: <AppstoreOutlined />, end: true },
    { key: 'history', to: '/student/history', icon: <HistoryOutlined /> },
    { key: 'scan', to: '/student/scan', icon: <ScanOutlined />, main: true },
    { key: 'enroll', to: '/student/enroll', icon: <PlusCircleOutlined /> },
    { key: 'security', to: '/student/security', icon: <SafetyOutlined /> },
    { key: 'reports', to: '/student/reports', icon: <BarChartOutlined />, wideOnly: true },
  ],
};
