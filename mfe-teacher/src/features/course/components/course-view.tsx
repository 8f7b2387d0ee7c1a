import { QrcodeOutlined } from '@ant-design/icons';
import type { Course } from '@qr-attendance/contracts';
import { LinkButton, Notice, PageHeader } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useLinks } from '../../../shared/use-links.ts';
import { may } from '../../../shared/may.ts';
import { CourseTabs } from '../../../shared/course-tabs.tsx';
import { CourseFacts } from './course-facts.tsx';
import { CourseRoster } from './course-roster.tsx';
import { CourseSessions } from './course-sessions.tsx';
import { EnrollmentRequests } from './enrollment-requests.tsx';
import { EnrollmentSection } from './enrollment-settings.tsx';
import { FormerStudents } from './former-students.tsx';
import { SectionsCard } from './sections-card.tsx';
import { StaffSection } from './staff-section.tsx';
import { SessionDefaults } from './session-defaults.tsx';

export const CourseView = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  return (
    <>
      <PageHeader
        title={course.name}
        back={{ to: to.courses, label: t('courseDetails.back') }}
        action={
          !course.archived &&
          may(course, 'manageSessions') && (
            <LinkButton
              type="primary"
              icon={<QrcodeOutlined aria-hidden />}
              to={to.generateFor(course._id)}
              aria-label={t('courses.generateFor', { code: course.code })}
            >
              {t('courses.generate')}
            </LinkButton>
          )
        }
      />
      <CourseTabs courseId={course._id} />
      <div className="stack">
        {course.archived && <Notice type="info" role="status" title={t('courseDetails.archivedNote')} />}
        {may(course, 'manageStudents') && <EnrollmentRequests courseId={course._id} />}
        <CourseFacts course={course} />
        <SectionsCard course={course} />
        <StaffSection course={course} />
        {may(course, 'changeCourse') && <EnrollmentSection course={course} />}
        {may(course, 'manageSessions') && <SessionDefaults course={course} />}
        <CourseSessions courseId={course._id} mayPlan={!course.archived && may(course, 'manageSessions')} />
        <CourseRoster course={course} />
        {may(course, 'manageStudents') && <FormerStudents courseId={course._id} />}
      </div>
    </>
  );
};
