import { QueryView } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useLinks } from '../../../shared/use-links.ts';
import { useCourse } from '../../../shared/api/courses.ts';
import { CourseView } from '../components/course-view.tsx';

export const CoursePage = () => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const { courseId = '' } = useParams();
  const course = useCourse(courseId);
  return (
    <QueryView
      query={course}
      errorMessage={t('courseDetails.failed')}
      notFound={{
        message: t('courseDetails.notFound'),
        back: { to: to.courses, label: t('courseDetails.back') },
      }}
    >
      {(found) => <CourseView key={found._id} course={found} />}
    </QueryView>
  );
};
