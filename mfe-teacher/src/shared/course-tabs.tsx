import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import './course-tabs.css';
import { useLinks } from './use-links.ts';

export const CourseTabs = ({ courseId }: { courseId: string }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  return (
    <nav aria-label={t('grid.coursePages')} className="course-tabs">
      <NavLink to={to.course(courseId)} end>
        {t('grid.overview')}
      </NavLink>
      <NavLink to={to.students(courseId)} end>
        {t('grid.title')}
      </NavLink>
    </nav>
  );
};
