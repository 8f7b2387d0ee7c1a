import type { Course, StudentRate } from '@qr-attendance/contracts';
import { ResponsiveTable, SourceNote } from '@qr-attendance/ui-kit';
import { formatPercent } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasSource, useStudentSources } from '../../../shared/api/stated-students.ts';
import { may } from '../../../shared/may.ts';
import { hasSections, sectionName } from '../../../shared/sections.ts';
import { MixedScriptsBadge, NoAccountBadge } from '../../../shared/student-badges.tsx';
import { useLinks } from '../../../shared/use-links.ts';
import { MoveStudent } from './move-student.tsx';
import { RemoveStudent } from './remove-student.tsx';
import { SendLinks } from './send-links.tsx';

interface Props {
  course: Course;
  rates: StudentRate[];
  empty: ReactNode;
}

export const StudentRatesTable = ({ course, rates, empty }: Props) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const sources = useStudentSources(
    course._id,
    rates.map(({ student }) => student._id),
    hasSource(course),
  );
  return (
    <ResponsiveTable<StudentRate>
      rows={rates}
      rowKey={({ student }) => student._id}
      columns={[
        {
          key: 'student',
          title: t('courseDetails.student'),
          render: ({ student }) => (
            <>
              <Link dir="auto" to={to.student(course._id, student._id)} className="link">
                {student.name}
              </Link>{' '}
              <MixedScriptsBadge name={student.name} /> <NoAccountBadge student={student} />
              <div className="muted small">{student.email}</div>
              <SourceNote source={sources.get(student._id)?.source} />
            </>
          ),
        },
        hasSections(course) && {
          key: 'section',
          title: t('sections.column'),
          phone: 'named',
          render: ({ sectionId }) => (
            <span dir="auto">{sectionName(course, sectionId) ?? t('sections.unknown')}</span>
          ),
        },
        {
          key: 'present',
          title: t('common:status.PRESENT'),
          phone: 'named',
          render: ({ present }) => present,
        },
        { key: 'late', title: t('common:status.LATE'), phone: 'named', render: ({ late }) => late },
        { key: 'absent', title: t('common:status.ABSENT'), phone: 'named', render: ({ absent }) => absent },
        {
          key: 'excused',
          title: t('common:status.EXCUSED'),
          phone: 'named',
          render: ({ excused }) => excused,
        },
        {
          key: 'rate',
          title: t('courseDetails.rateColumn'),
          phone: 'status',
          render: ({ attendancePercentage }) =>
            attendancePercentage === null ? t('courseDetails.noRate') : formatPercent(attendancePercentage),
        },
        may(course, 'manageStudents') && {
          key: 'actions',
          title: t('common:actions'),
          render: (rate) => (
            <div className="row gap-xs">
              {rate.student.registered === false && (
                <SendLinks courseId={course._id} student={rate.student} />
              )}
              <MoveStudent course={course} rate={rate} />
              <RemoveStudent courseId={course._id} student={rate.student} />
            </div>
          ),
        },
      ]}
      empty={empty}
    />
  );
};
