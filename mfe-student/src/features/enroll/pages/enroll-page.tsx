import { Button, EmptyState, LoadMore, PageHeader, QueryView, useSearchText } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useLinks } from '../../../shared/use-links.ts';
import { useAvailableCourses } from '../api.ts';
import { AvailableCourseCard } from '../components/available-course-card.tsx';
import { SearchOutlined } from '@ant-design/icons';
import Input from 'antd/es/input';
import { useId } from 'react';

const MIN_COURSES_FOR_SEARCH = 10;

export const EnrollPage = () => {
  const { t } = useTranslation('student');
  const to = useLinks();
  const { typed, setTyped, search } = useSearchText();
  const all = useAvailableCourses();
  const courses = useAvailableCourses(search);
  const isLarge = (all.data?.pages[0]?.items.length ?? 0) >= MIN_COURSES_FOR_SEARCH;
  return (
    <>
      <PageHeader
        title={t('enroll.title')}
        help={t('enroll.help')}
        back={{ to: to.dashboard, label: t('back') }}
      />
      {(isLarge || typed) && <CourseSearch value={typed} onChange={setTyped} />}
      <QueryView query={courses} errorMessage={t('specified:availableCoursesFailed')}>
        {({ pages }) => {
          const list = pages.flatMap(({ items }) => items);
          if (list.length > 0)
            return (
              <div className="card-grid">
                {list.map((course) => (
                  <AvailableCourseCard key={course._id} course={course} />
                ))}
              </div>
            );
          if (!search) return <EmptyState message={t('enroll.empty')} />;
          const clear = <Button onClick={() => setTyped('')}>{t('enroll.clearSearch')}</Button>;
          return <EmptyState message={t('enroll.noMatch')} action={clear} />;
        }}
      </QueryView>
      <LoadMore key={search} pages={courses} />
    </>
  );
};

const CourseSearch = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const { t } = useTranslation('student');
  const id = useId();
  return (
    <div role="search" className="form-width below">
      <label htmlFor={id}>{t('enroll.search')}</label>
      <Input
        id={id}
        type="search"
        prefix={<SearchOutlined aria-hidden />}
        placeholder={t('enroll.searchHint')}
        maxLength={100}
        autoComplete="off"
        dir="auto"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
};
