import { useBasePath } from '@qr-attendance/web-kit';
import theme from 'antd/es/theme';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import './course-tabs.css';
import { links } from './links.ts';

/** The pages of one course. */
export const CourseTabs = ({ courseId }: { courseId: string }) => {
  const { t } = useTranslation('teacher');
  const { token } = theme.useToken();
  const to = links(useBasePath());
  const colors = {
    '--tab-line': token.colorBorderSecondary,
    '--tab-text': token.colorTextSecondary,
    '--tab-current': token.colorLink,
  } as CSSProperties;
  return (
    <nav aria-label={t('grid.coursePages')} className="course-tabs" style={colors}>
      <NavLink to={to.course(courseId)} end>
        {t('grid.overview')}
      </NavLink>
      <NavLink to={to.students(courseId)} end>
        {t('grid.title')}
      </NavLink>
    </nav>
  );
};
