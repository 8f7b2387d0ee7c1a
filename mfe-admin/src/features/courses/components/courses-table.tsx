import type { UnitCourse } from '@qr-attendance/contracts';
import { Badge, CourseName, LinkButton, ResponsiveTable } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export const CoursesTable = ({ courses, empty }: { courses: UnitCourse[]; empty: ReactNode }) => {
  const { t } = useTranslation('admin');
  return (
    <ResponsiveTable<UnitCourse>
      rows={courses}
      rowKey="_id"
      empty={empty}
      columns={[
        {
          key: 'course',
          title: t('courses.course'),
          render: (course) => (
            <>
              <CourseName course={course} />
              {course.section && (
                <span className="block muted small">
                  <bdi>{course.section}</bdi>
                </span>
              )}
            </>
          ),
        },
        {
          key: 'owner',
          title: t('courses.owner'),
          render: ({ teacher }) => <bdi>{teacher.user?.name ?? t('common:unknown')}</bdi>,
        },
        { key: 'unit', title: t('courses.unit'), render: ({ unitName }) => <bdi>{unitName ?? '–'}</bdi> },
        { key: 'term', title: t('courses.term'), render: ({ termName }) => <bdi>{termName ?? '–'}</bdi> },
        {
          key: 'students',
          title: t('courses.students'),
          phone: 'named',
          render: ({ studentCount }) => formatNumber(studentCount),
        },
        {
          key: 'actions',
          title: t('common:actions'),
          render: ({ _id, code, role, archived }) => (
            <div className="admin-table-actions">
              {archived && <Badge>{t('courses.archived')}</Badge>}
              {/* An administrator has no role in courses and sees only the list. */}
              {role && (
                <LinkButton
                  type="text"
                  size="small"
                  to={`/teacher/courses/${_id}`}
                  aria-label={t('courses.openOf', { code })}
                >
                  {t('courses.open')}
                </LinkButton>
              )}
            </div>
          ),
        },
      ]}
    />
  );
};
