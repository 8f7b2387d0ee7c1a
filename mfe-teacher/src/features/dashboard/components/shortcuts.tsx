import { BarChartOutlined, BookOutlined, QrcodeOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { useBasePath } from '@qr-attendance/web-kit';
import theme from 'antd/es/theme';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { links } from '../../../shared/links.ts';

export const Shortcuts = () => {
  const { t } = useTranslation('teacher');
  const to = links(useBasePath());
  return (
    <nav
      aria-label={t('dashboard.shortcuts')}
      style={{ display: 'grid', gap: 16, gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))' }}
    >
      <Shortcut
        to={to.generate}
        icon={<QrcodeOutlined aria-hidden />}
        title={t('dashboard.shortcutGenerate')}
        help={t('dashboard.shortcutGenerateHelp')}
      />
      <Shortcut
        to={to.courses}
        icon={<BookOutlined aria-hidden />}
        title={t('dashboard.shortcutCourses')}
        help={t('dashboard.shortcutCoursesHelp')}
      />
      <Shortcut
        to={to.sessions}
        icon={<UnorderedListOutlined aria-hidden />}
        title={t('dashboard.shortcutSessions')}
        help={t('dashboard.shortcutSessionsHelp')}
      />
      <Shortcut
        to={to.reports}
        icon={<BarChartOutlined aria-hidden />}
        title={t('dashboard.shortcutReports')}
        help={t('dashboard.shortcutReportsHelp')}
      />
    </nav>
  );
};

const Shortcut = ({
  to,
  icon,
  title,
  help,
}: {
  to: string;
  icon: ReactNode;
  title: string;
  help: string;
}) => {
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
      <span aria-hidden style={{ fontSize: 22, color: token.colorPrimary, display: 'flex' }}>
        {icon}
      </span>
      <span>
        <span style={{ display: 'block', fontWeight: 600 }}>{title}</span>
        <span style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>{help}</span>
      </span>
    </Link>
  );
};
