import type { Course } from '@qr-attendance/contracts';
import { Button, Card, Facts, LinkButton } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasSections } from '../../../shared/sections.ts';
import { may } from '../../../shared/may.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { ArchiveCourse } from './archive-course.tsx';
import { CopyCourse } from './copy-course.tsx';
import { DeleteCourse } from './delete-course.tsx';
import { EditCourseForm } from './edit-course-form.tsx';

export const CourseFacts = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const [editing, setEditing] = useState(false);
  const shown = useRef<HTMLDivElement>(null);
  const close = () => {
    setEditing(false);
    // The focused button was removed.
    shown.current?.focus();
  };
  return (
    <Card>
      <div ref={shown} tabIndex={-1}>
        {editing ? (
          <EditCourseForm course={course} onClose={close} />
        ) : (
          <Facts
            facts={[
              { name: t('courses.code'), value: <bdi>{course.code}</bdi> },
              ...(course.section && !hasSections(course)
                ? [{ name: t('courseDetails.section'), value: <bdi>{course.section}</bdi> }]
                : []),
              { name: t('courses.semester'), value: course.semester },
              ...(course.termName ? [{ name: t('terms.term'), value: <bdi>{course.termName}</bdi> }] : []),
              ...(course.unitName ? [{ name: t('terms.unit'), value: <bdi>{course.unitName}</bdi> }] : []),
              { name: t('courseDetails.students'), value: formatNumber(course.studentCount) },
            ]}
          />
        )}
      </div>
      {!editing && (
        <div className="row above">
          <LinkButton to={to.reportsOf(course._id)}>{t('courseDetails.reports')}</LinkButton>
          {may(course, 'changeCourse') && (
            <>
              <Button onClick={() => setEditing(true)}>{t('courseDetails.edit')}</Button>
              <CopyCourse course={course} />
              <ArchiveCourse course={course} />
            </>
          )}
          {course.studentCount === 0 && may(course, 'deleteCourse') && <DeleteCourse course={course} />}
        </div>
      )}
    </Card>
  );
};
