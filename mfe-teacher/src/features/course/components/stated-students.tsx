import type { Course, StatedStudent, StatedStudentFilter } from '@qr-attendance/contracts';
import { EmptyState, PagesView, ResponsiveTable, SourceNote } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStatedStudents } from '../../../shared/api/stated-students.ts';
import { may } from '../../../shared/may.ts';
import { hasSections, sectionName } from '../../../shared/sections.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { RemoveStudent } from './remove-student.tsx';

interface Props {
  course: Course;
  filter: StatedStudentFilter;
  sectionId: string | undefined;
}

const rowKey = ({ student, sectionId }: StatedStudent): string => `${student._id} ${sectionId}`;

export const StatedStudents = ({ course, filter, sectionId }: Props) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const statedStudents = useStatedStudents(course._id, filter, sectionId);
  const nameOf = ({ name }: StatedStudent['student']) => name ?? t('common:unknown');
  return (
    <PagesView pages={statedStudents} errorMessage={t('courseDetails.studentsFailed')} more={t('loadMore')}>
      {(rows) => (
        <ResponsiveTable<StatedStudent>
          rows={rows}
          rowKey={rowKey}
          empty={<EmptyState message={t(`stated.none.${filter}`)} />}
          columns={[
            {
              key: 'student',
              title: t('courseDetails.student'),
              render: ({ student, onRoster }) =>
                onRoster ? (
                  <Link dir="auto" to={to.student(course._id, student._id)} className="link">
                    {nameOf(student)}
                  </Link>
                ) : (
                  <span dir="auto">{nameOf(student)}</span>
                ),
            },
            hasSections(course) && {
              key: 'section',
              title: t('sections.column'),
              phone: 'named',
              render: (row) => (
                <span dir="auto">{sectionName(course, row.sectionId) ?? t('sections.unknown')}</span>
              ),
            },
            {
              key: 'source',
              title: t('stated.column'),
              render: ({ source, pending }) => {
                if (pending !== undefined) return t('stated.pending');
                return source ? <SourceNote source={source} /> : t('stated.byNobody');
              },
            },
            filter === 'not_stated' &&
              may(course, 'manageStudents') && {
                key: 'actions',
                title: t('common:actions'),
                render: ({ student }) => (
                  <RemoveStudent
                    courseId={course._id}
                    student={{ _id: student._id, name: nameOf(student) }}
                  />
                ),
              },
          ]}
        />
      )}
    </PagesView>
  );
};
