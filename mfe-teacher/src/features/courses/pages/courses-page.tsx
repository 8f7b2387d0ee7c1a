import type { Course, Term } from '@qr-attendance/contracts';
import { Button, EmptyState, PageHeader, QueryView, useChoices } from '@qr-attendance/ui-kit';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCourses } from '../../../shared/api/courses.ts';
import { useTerms } from '../../../shared/terms.ts';
import { CourseCard } from '../components/course-card.tsx';
import { CourseForm } from '../components/course-form.tsx';
import { TermFilterBar } from '../components/term-filter-bar.tsx';
import { ALL_TERMS, CURRENT_TERMS, filterByTerm } from '../term-filter.ts';

const TERM = 'term';
const NO_TERMS: Term[] = [];

const isArchived = ({ archived }: Course) => archived === true;

const Cards = ({ courses }: { courses: Course[] }) => (
  <div className="card-grid">
    {courses.map((course) => (
      <CourseCard key={course._id} course={course} />
    ))}
  </div>
);

const ArchivedCourses = ({ courses }: { courses: Course[] }) => {
  const { t } = useTranslation('teacher');
  const [shown, setShown] = useState(false);
  return (
    <div className="stack above-lg">
      <div>
        <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
          {t(shown ? 'courses.hideArchived' : 'courses.showArchived', { count: courses.length })}
        </Button>
      </div>
      {shown && <Cards courses={courses} />}
    </div>
  );
};

interface ListProps {
  courses: Course[];
  /** Whether archived courses are included, as for a past term. */
  whole: boolean;
  empty: ReactNode;
}

const CourseList = ({ courses, whole, empty }: ListProps) => {
  const isHidden = (course: Course) => !whole && isArchived(course);
  const [hidden, current] = [courses.filter(isHidden), courses.filter((course) => !isHidden(course))];
  return (
    <>
      {current.length > 0 ? <Cards courses={current} /> : empty}
      {hidden.length > 0 && <ArchivedCourses courses={hidden} />}
    </>
  );
};

export const CoursesPage = () => {
  const { t } = useTranslation('teacher');
  const courses = useCourses();
  const { data: terms = NO_TERMS } = useTerms();
  const { read, choose } = useChoices();
  const chosen = read(TERM) ?? CURRENT_TERMS;
  const [adding, setAdding] = useState(false);
  return (
    <>
      <PageHeader
        title={t('courses.title')}
        help={t('courses.help')}
        action={
          <Button
            type={adding ? 'default' : 'primary'}
            aria-expanded={adding}
            onClick={() => setAdding((shown) => !shown)}
          >
            {adding ? t('common:cancel') : t('courses.add')}
          </Button>
        }
      />
      {adding && <CourseForm onCreated={() => setAdding(false)} />}
      <QueryView query={courses} errorMessage={t('specified:coursesFailed')}>
        {(list) => (
          <>
            <TermFilterBar
              terms={terms}
              courses={list}
              chosen={chosen}
              onChange={(term) => choose(TERM, term)}
            />
            <CourseList
              key={chosen}
              courses={filterByTerm(list, terms, chosen)}
              whole={chosen !== CURRENT_TERMS && chosen !== ALL_TERMS}
              empty={
                <EmptyState
                  message={t(list.length === 0 ? 'courses.empty' : 'terms.noCourses')}
                  action={
                    !adding && (
                      <Button onClick={() => setAdding(true)}>
                        {t(list.length === 0 ? 'courses.addFirst' : 'courses.add')}
                      </Button>
                    )
                  }
                />
              }
            />
          </>
        )}
      </QueryView>
    </>
  );
};
