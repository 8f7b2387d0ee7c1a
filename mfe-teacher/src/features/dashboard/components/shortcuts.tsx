import { BarChartOutlined, BookOutlined, QrcodeOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Shortcut } from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
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
