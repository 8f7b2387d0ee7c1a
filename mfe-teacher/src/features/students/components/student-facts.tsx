import { WarningFilled } from '@ant-design/icons';
import type { CourseStudent, StatedStudent } from '@qr-attendance/contracts';
import { Card, Facts, SourceNote } from '@qr-attendance/ui-kit';
import { formatDay, formatPercent, institutionWord } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { isBelowThreshold } from '../grid-rows.ts';

interface Props {
  found: CourseStudent;
  threshold: number;
  stated: StatedStudent | undefined;
}

export const StudentFacts = ({ found, threshold, stated }: Props) => {
  const { t } = useTranslation('teacher');
  const { student, enrolled, enrolledAt, attendancePercentage: rate, present, late, absent, excused } = found;
  return (
    <Card>
      <Facts
        facts={[
          {
            name: t('courseDetails.rate'),
            value: isBelowThreshold(found, threshold) ? (
              <span className="warning-text strong">
                <WarningFilled aria-hidden /> {formatPercent(rate ?? 0)}
                <div className="small">{t('grid.below', { threshold: formatPercent(threshold) })}</div>
              </span>
            ) : (
              <strong>{rate === null ? t('courseDetails.noRate') : formatPercent(rate)}</strong>
            ),
          },
          { name: t('common:status.PRESENT'), value: present },
          { name: t('common:status.LATE'), value: late },
          { name: t('common:status.ABSENT'), value: absent },
          { name: t('common:status.EXCUSED'), value: excused },
          student.regNo && {
            name: institutionWord('regNo') ?? t('roster.regNo'),
            value: <bdi>{student.regNo}</bdi>,
          },
          student.usn && { name: institutionWord('usn') ?? t('roster.usn'), value: <bdi>{student.usn}</bdi> },
          { name: t('reports.email'), value: <bdi>{student.email}</bdi>, double: true },
          enrolled
            ? enrolledAt && { name: t('student.enrolledSince'), value: formatDay(enrolledAt) }
            : { name: t('student.enrollment'), value: t('student.left') },
          stated && {
            name: t('stated.column'),
            value: stated.source ? <SourceNote source={stated.source} /> : t('stated.byNobody'),
            double: true,
          },
        ]}
      />
    </Card>
  );
};
