import {
  AppstoreOutlined,
  BarChartOutlined,
  BookOutlined,
  HistoryOutlined,
  PlusCircleOutlined,
  QrcodeOutlined,
  SafetyOutlined,
  ScanOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { currentLanguage, type Language } from '@qr-attendance/web-kit';
import type { RemoteArea } from '../remotes/remote-name.ts';
import { NavBar, type NavItem } from './nav-bar.tsx';

type OlderItem = Omit<NavItem, 'text'> & { text: Record<Language, string> };

const items: Record<RemoteArea, OlderItem[]> = {
  teacher: [
    { to: '/teacher', text: { en: 'Dashboard', de: 'Übersicht' }, icon: <AppstoreOutlined />, end: true },
    { to: '/teacher/generate', text: { en: 'Generate QR', de: 'QR-Code' }, icon: <QrcodeOutlined /> },
    { to: '/teacher/courses', text: { en: 'Courses', de: 'Kurse' }, icon: <BookOutlined /> },
    { to: '/teacher/sessions', text: { en: 'Sessions', de: 'Termine' }, icon: <UnorderedListOutlined /> },
    { to: '/teacher/reports', text: { en: 'Reports', de: 'Berichte' }, icon: <BarChartOutlined /> },
  ],
  student: [
    { to: '/student', text: { en: 'Dashboard', de: 'Übersicht' }, icon: <AppstoreOutlined />, end: true },
    { to: '/student/history', text: { en: 'History', de: 'Verlauf' }, icon: <HistoryOutlined /> },
    { to: '/student/scan', text: { en: 'Scan', de: 'Scannen' }, icon: <ScanOutlined />, main: true },
    { to: '/student/enroll', text: { en: 'Enroll', de: 'Kurswahl' }, icon: <PlusCircleOutlined /> },
    { to: '/student/security', text: { en: 'Security', de: 'Sicherheit' }, icon: <SafetyOutlined /> },
    {
      to: '/student/reports',
      text: { en: 'Reports', de: 'Berichte' },
      icon: <BarChartOutlined />,
      wideOnly: true,
    },
  ],
};

/**
 * The links of remotes whose manifests tell of no pages, as their areas were when remotes began to. Nothing is added here:
 * it goes once OLDEST_SERVED_CONTRACT_VERSION leaves those remotes behind.
 */
export const OlderNav = ({ name }: { name: RemoteArea }) => (
  <NavBar items={items[name].map((item) => ({ ...item, text: item.text[currentLanguage()] }))} />
);
