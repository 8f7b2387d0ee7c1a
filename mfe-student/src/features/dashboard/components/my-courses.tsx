import type { Course, CourseTotals } from '@qr-attendance/contracts';
import { ConfirmButton, EmptyState, LinkButton, PlainList, PlainRow } from '@qr-attendance/ui-kit';
import { formatPercent } from '@qr-attendance/web-kit';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLinks } from '../../../shared/use-links.ts';
import { UserText } from '../../../shared/user-text.tsx';
import { useLeaveCourse } from '../api.ts';

const CourseRate = ({ totals: { present, late, absent } }: { totals: CourseTotals }) => {
  const { t } = useTranslation('student');
  const [attended, classes] = [present + late, present + late + absent];
  if (classes === 0) return null;
  return (
    <span className="block">
      {t('dashboard.courseRate', {
        attended,
        count: classes,
        rate: formatPercent((attended / classes) * 100),
      })}
    </span>
  );
};

interface Props {
  courses: Course[];
  totals: CourseTotals[];
  onLeft: () => void;
}

export const MyCourses = ({ courses: all, totals, onLeft }: Props) => {
  const { t } = useTranslation('student');
  const to = useLinks();
  const courses = all.filter(({ archived }) => !archived);
  const count = useRef(courses.length);
  useEffect(() => {
    if (courses.length < count.current && document.activeElement === document.body) onLeft();
    count.current = courses.length;
  }, [courses.length, onLeft]);
  if (!courses.length) {
    return (
      <EmptyState
        message={t('dashboard.noCourses')}
        action={<LinkButton to={to.enroll}>{t('dashboard.enroll')}</LinkButton>}
      />
    );
  }
  return (
    <PlainList>
      {courses.map((course) => (
        <PlainRow
          key={course._id}
          title={<UserText>{course.name}</UserText>}
          detail={
            <>
              <UserText>{course.code}</UserText> · {t('dashboard.semester', { semester: course.semester })}
              {totals
                .filter(({ courseId }) => courseId === course._id)
                .map((own) => (
                  <CourseRate key={own.courseId} totals={own} />
                ))}
            </>
          }
          aside={course.mayLeave && <LeaveCourse course={course} />}
        />
      ))}
    </PlainList>
  );
};

const LeaveCourse = ({ course: { _id, name } }: { course: Course }) => {
  const { t } = useTranslation('student');
  const leave = useLeaveCourse(_id);
  return (
    <ConfirmButton
      size="small"
      label={t('leave.action')}
      aria-label={t('leave.of', { name })}
      question={{ title: t('leave.title', { name }), text: t('leave.explain') }}
      act={() => leave.mutateAsync()}
      onGiveUp={leave.cancel}
      done={t('leave.done', { name })}
      failure={t('leave.failed')}
    />
  );
};
