import {
  HistoryOutlined,
  PlusCircleOutlined,
  RightOutlined,
  SafetyOutlined,
  ScanOutlined,
} from '@ant-design/icons';
import { useBasePath } from '@qr-attendance/web-kit';
import theme from 'antd/es/theme';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { links } from '../../../shared/links.ts';

export const Shortcuts = () => {
  const { t } = useTranslation('student');
  const to = links(useBasePath());
  const items = [
    { to: to.scan, icon: <ScanOutlined />, key: 'shortcutScan' },
    { to: to.history, icon: <HistoryOutlined />, key: 'shortcutHistory' },
    { to: to.enroll, icon: <PlusCircleOutlined />, key: 'shortcutEnroll' },
    { to: to.security, icon: <SafetyOutlined />, key: 'shortcutSecurity' },
  ];
  return (
    <nav
      aria-label={t('dashboard.shortcuts')}
      style={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 240px), 1fr))',
        gap: 16,
      }}
    >
      {items.map(({ to: target, icon, key }) => (
        <Shortcut
          key={key}
          to={target}
          icon={icon}
          title={t(`dashboard.${key}`)}
          help={t(`dashboard.${key}Help`)}
        />
      ))}
    </nav>
  );
};

interface ShortcutProps {
  to: string;
  icon: ReactNode;
  title: string;
  help: string;
}

const Shortcut = ({ to, icon, title, help }: ShortcutProps) => {
  const { token } = theme.useToken();
  return (
    <Link
      to={to}
      style={{
        display: 'flex',
        alignItems: 'center',
        gap: token.margin,
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
      <span style={{ flex: 1, minWidth: 0 }}>
        <span style={{ display: 'block', fontWeight: 600 }}>{title}</span>
        <span style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>{help}</span>
      </span>
      <RightOutlined aria-hidden style={{ color: token.colorTextTertiary, fontSize: 12 }} />
    </Link>
  );
};
