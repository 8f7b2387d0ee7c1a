import type { Course } from '@qr-attendance/contracts';
import { LinkButton, tokens } from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import Card from 'antd/es/card';
import { useTranslation } from 'react-i18next';
import { may } from '../../../shared/may.ts';
import { OtherRole } from '../../../shared/role-name.tsx';
import { links } from '../../../shared/links.ts';

export const CourseCard = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const to = links(useBasePath());
  const facts = [
    course.section && t('courses.sectionOf', { section: course.section }),
    course.termName,
    t('courses.semesterOf', { semester: course.semester }),
    t('courses.students', { count: course.studentCount }),
  ].filter(Boolean);
  return (
    <Card
      style={{ height: '100%' }}
      styles={{ body: { height: '100%', display: 'flex', flexDirection: 'column', gap: tokens.marginXS } }}
    >
      <div dir="auto" style={{ color: tokens.colorLink, fontWeight: 600, overflowWrap: 'anywhere' }}>
        {course.code}
      </div>
      <h2
        dir="auto"
        style={{ margin: 0, fontSize: tokens.fontSizeLG, fontWeight: 600, overflowWrap: 'anywhere' }}
      >
        {course.name}
      </h2>
      <div style={{ color: tokens.colorTextSecondary, flex: 1, overflowWrap: 'anywhere' }}>
        {facts.join(' · ')}
        <div>
          <OtherRole role={course.role} />
        </div>
        {course.requestCount !== undefined && (
          <div style={{ color: tokens.colorText, fontWeight: 500 }}>
            {t('courses.requests', { count: course.requestCount })}
          </div>
        )}
      </div>
      <div
        style={{ display: 'flex', flexWrap: 'wrap', gap: tokens.marginXS, marginBlockStart: tokens.marginSM }}
      >
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
