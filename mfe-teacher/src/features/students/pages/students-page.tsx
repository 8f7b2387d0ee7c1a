import { Card, ErrorState, PageHeader, QueryView } from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useCourse } from '../../../shared/api/courses.ts';
import { CourseTabs } from '../../../shared/course-tabs.tsx';
import { isNotFound } from '../../../shared/is-not-found.ts';
import { links } from '../../../shared/links.ts';
import { useCourseGrid } from '../api.ts';
import { GridView } from '../components/grid-view.tsx';

export const StudentsPage = () => {
  const { t } = useTranslation('teacher');
  const to = links(useBasePath());
  const { id = '' } = useParams();
  const course = useCourse(id);
  const back = { to: to.courses, label: t('courseDetails.back') };
  if (isNotFound(course.error)) return <ErrorState message={t('courseDetails.notFound')} back={back} />;
  return (
    <QueryView query={course} errorMessage={t('courseDetails.failed')}>
      {({ _id, name }) => (
        <>
          <PageHeader title={name} back={back} />
          <CourseTabs courseId={_id} />
          <Card>
            <Students key={_id} courseId={_id} />
          </Card>
        </>
      )}
    </QueryView>
  );
};

const Students = ({ courseId }: { courseId: string }) => {
  const { t } = useTranslation('teacher');
  const [turned, setTurned] = useState<string[]>([]);
  const grid = useCourseGrid(courseId, turned.at(-1));
  return (
    <QueryView query={grid} errorMessage={t('courseDetails.studentsFailed')}>
      {(found) => {
        const { olderSessions } = found;
        return (
          <div aria-busy={grid.isPlaceholderData} className="reloading">
            <GridView
              courseId={courseId}
              grid={found}
              onOlder={olderSessions === undefined ? undefined : () => setTurned([...turned, olderSessions])}
              onNewer={turned.length === 0 ? undefined : () => setTurned(turned.slice(0, -1))}
            />
          </div>
        );
      }}
    </QueryView>
  );
};
