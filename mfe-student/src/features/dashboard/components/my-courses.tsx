import type { Course } from '@qr-attendance/contracts';
import { EmptyState, LinkButton, PlainList, PlainRow } from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';
import { Typed } from '../../../shared/typed.tsx';
import { LeaveCourse } from './leave-course.tsx';

export const MyCourses = ({ courses: all }: { courses: Course[] }) => {
  const { t } = useTranslation('student');
  const to = links(useBasePath());
  const courses = all.filter(({ archived }) => !archived);
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
          title={<Typed>{course.name}</Typed>}
          detail={
            <>
              <Typed>{course.code}</Typed> · {t('dashboard.semester', { semester: course.semester })}
            </>
          }
          aside={course.mayLeave && <LeaveCourse course={course} />}
        />
      ))}
    </PlainList>
  );
};
