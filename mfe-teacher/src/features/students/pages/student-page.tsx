import {
  Card,
  courseLabel,
  ExportButton,
  LineChart,
  PageHeader,
  PrintButton,
  QueryView,
} from '@qr-attendance/ui-kit';
import { formatDay } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useCourse } from '../../../shared/api/courses.ts';
import { hasSource, useStudentSources } from '../../../shared/api/stated-students.ts';
import { may } from '../../../shared/may.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { STUDENT_FILE, useCourseStudent, useExportStudent } from '../api.ts';
import { ExtraTime } from '../components/extra-time.tsx';
import { StudentFacts } from '../components/student-facts.tsx';
import { StudentSessions } from '../components/student-sessions.tsx';
import { thresholdQuery, useThreshold } from '../threshold.ts';
import type { CourseStudent } from '@qr-attendance/contracts';

export const StudentPage = () => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const { courseId = '', studentId = '' } = useParams();
  const { threshold } = useThreshold();
  const student = useCourseStudent(courseId, studentId);
  const course = useCourse(courseId);
  const stated = useStudentSources(
    courseId,
    [studentId],
    course.data !== undefined && hasSource(course.data),
  );
  const exportStudent = useExportStudent(courseId, studentId);
  const back = { to: `${to.students(courseId)}${thresholdQuery(threshold)}`, label: t('student.back') };
  return (
    <QueryView
      query={student}
      errorMessage={t('student.failed')}
      notFound={{ message: t('student.notFound'), back }}
    >
      {(courseStudent) => (
        <>
          <PageHeader
            title={courseStudent.student.name}
            help={courseLabel(courseStudent.course)}
            back={back}
            action={
              <div className="row">
                <ExportButton load={exportStudent} fileName={STUDENT_FILE} />
                <PrintButton print={() => window.print()} />
              </div>
            }
          />
          <div className="stack">
            <StudentFacts found={courseStudent} threshold={threshold} stated={stated.get(studentId)} />
            <StudentTrend trend={courseStudent.trend} threshold={threshold} />
            <StudentSessions found={courseStudent} />
            {courseStudent.enrolled && course.data && may(course.data, 'manageStudents') && (
              <div className="screen-only">
                <ExtraTime courseId={courseId} studentId={studentId} />
              </div>
            )}
          </div>
        </>
      )}
    </QueryView>
  );
};

const StudentTrend = ({ trend, threshold }: Pick<CourseStudent, 'trend'> & { threshold: number }) => {
  const { t } = useTranslation('teacher');
  return (
    <Card title={t('student.trend')}>
      {trend.length === 0 ? (
        <p className="flush">{t('student.noTrend')}</p>
      ) : (
        <LineChart
          label={t('student.trend')}
          entries={trend.map(({ date, attendancePercentage }) => ({
            name: formatDay(date),
            value: attendancePercentage,
          }))}
          threshold={threshold}
        />
      )}
    </Card>
  );
};
