import type { Course } from '@qr-attendance/contracts';
import { EmptyState } from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../shared/link-button.tsx';
import { links } from '../../../shared/links.ts';
import { PlainList, PlainListItem } from '../../../shared/plain-list.tsx';

export const MyCourses = ({ courses }: { courses: Course[] }) => {
  const { t } = useTranslation('student');
  const to = links(useBasePath());
  if (courses.length === 0)
    return (
      <EmptyState
        message={t('dashboard.coursesEmpty')}
        action={<LinkButton to={to.enroll}>{t('dashboard.shortcutEnroll')}</LinkButton>}
      />
    );
  return (
    <PlainList>
      {courses.map(({ _id, name, code, semester }) => (
        <PlainListItem key={_id} title={name} detail={code} end={t('dashboard.semesterOf', { semester })} />
      ))}
    </PlainList>
  );
};
