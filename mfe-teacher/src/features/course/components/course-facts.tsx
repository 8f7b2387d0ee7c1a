import type { Course } from '@qr-attendance/contracts';
import { Facts, LinkButton } from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import Card from 'antd/es/card';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';

export const CourseFacts = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const to = links(useBasePath());
  return (
    <Card>
      <Facts
        facts={[
          { name: t('courses.code'), value: <bdi>{course.code}</bdi> },
          ...(course.section
            ? [{ name: t('courseDetails.section'), value: <bdi>{course.section}</bdi> }]
            : []),
          { name: t('courses.semester'), value: course.semester },
          { name: t('courseDetails.students'), value: course.studentCount },
        ]}
      />
      <LinkButton to={to.reportsOf(course._id)} style={{ marginBlockStart: 16 }}>
        {t('courseDetails.reports')}
      </LinkButton>
    </Card>
  );
};
