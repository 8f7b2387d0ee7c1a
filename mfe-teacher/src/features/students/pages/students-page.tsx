import type { Course } from '@qr-attendance/contracts';
import { Card, PageHeader, QueryView, useChoices } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useCourse } from '../../../shared/api/courses.ts';
import { CourseTabs } from '../../../shared/course-tabs.tsx';
import { SectionFilter } from '../../../shared/section-filter.tsx';
import { useLinks } from '../../../shared/use-links.ts';
import { useCourseGrid } from '../api.ts';
import { GridView } from '../components/grid-view.tsx';

export const StudentsPage = () => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const { courseId = '' } = useParams();
  const course = useCourse(courseId);
  const back = { to: to.courses, label: t('courseDetails.back') };
  return (
    <QueryView
      query={course}
      errorMessage={t('courseDetails.failed')}
      notFound={{ message: t('courseDetails.notFound'), back }}
    >
      {(found) => (
        <>
          <PageHeader title={found.name} back={back} />
          <CourseTabs courseId={found._id} />
          <Card>
            <Students key={found._id} course={found} />
          </Card>
        </>
      )}
    </QueryView>
  );
};

const Students = ({ course }: { course: Course }) => {
  const { read, choose } = useChoices();
  const sectionId = course.sections.find(({ _id }) => _id === read('section'))?._id;
  return (
    <>
      <SectionFilter course={course} value={sectionId} onChange={(id) => choose('section', id)} />
      <Grid key={sectionId ?? ''} courseId={course._id} sectionId={sectionId} />
    </>
  );
};

const Grid = ({ courseId, sectionId }: { courseId: string; sectionId: string | undefined }) => {
  const { t } = useTranslation('teacher');
  const [turned, setTurned] = useState<string[]>([]);
  const grid = useCourseGrid(courseId, { sessions: turned.at(-1), sectionId });
  return (
    <QueryView query={grid} errorMessage={t('courseDetails.studentsFailed')}>
      {(courseGrid) => {
        const { olderSessions } = courseGrid;
        return (
          <div aria-busy={grid.isPlaceholderData} className="reloading">
            <GridView
              courseId={courseId}
              sectionId={sectionId}
              grid={courseGrid}
              onOlder={olderSessions === undefined ? undefined : () => setTurned([...turned, olderSessions])}
              onNewer={turned.length === 0 ? undefined : () => setTurned(turned.slice(0, -1))}
            />
          </div>
        );
      }}
    </QueryView>
  );
};
