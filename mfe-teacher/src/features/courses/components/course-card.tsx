import type { Course } from '@qr-attendance/contracts';
import { Card, LinkButton } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { may } from '../../../shared/may.ts';
import { CallerRole } from '../../../shared/role-name.tsx';
import { useLinks } from '../../../shared/use-links.ts';
import { hasSections, openSections } from '../../../shared/sections.ts';

export const CourseCard = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const facts = [
    hasSections(course)
      ? t('sections.count', { count: openSections(course).length })
      : course.section && t('courses.sectionOf', { section: course.section }),
    course.termName,
    t('courses.semesterOf', { semester: course.semester }),
    t('courses.students', { count: course.studentCount }),
  ].filter(Boolean);
  return (
    <Card className="column-card">
      <div dir="auto" className="link strong wrap">
        {course.code}
      </div>
      <h2 dir="auto" className="title">
        {course.name}
      </h2>
      <div className="fill muted wrap">
        {facts.join(' · ')}
        <div>
          <CallerRole role={course.role} />
        </div>
        {course.requestCount !== undefined && (
          <div className="body-text medium">{t('courses.requests', { count: course.requestCount })}</div>
        )}
      </div>
      <div className="row gap-xs">
        {!course.archived && may(course, 'manageSessions') && (
          <LinkButton
            to={to.generateFor(course._id)}
            aria-label={t('courses.generateFor', { code: course.code })}
          >
            {t('courses.generate')}
          </LinkButton>
        )}
        <LinkButton to={to.course(course._id)} aria-label={t('courses.viewOf', { code: course.code })}>
          {t('courses.view')}
        </LinkButton>
      </div>
    </Card>
  );
};
