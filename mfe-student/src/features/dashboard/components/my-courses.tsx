import type { Course } from '@qr-attendance/contracts';
import { EmptyState, LinkButton } from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';
import { Typed } from '../../../shared/typed.tsx';
import { PlainList, PlainRow } from '../../../shared/plain-list.tsx';

export const MyCourses = ({ courses }: { courses: Course[] }) => {
  const { t } = useTranslation('student');
  const to = links(useBasePath());
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
      {courses.map(({ _id, name, code, semester }) => (
        <PlainRow
          key={_id}
          title={<Typed>{name}</Typed>}
          detail={
            <>
              <Typed>{code}</Typed> · {t('dashboard.semester', { semester })}
            </>
          }
        />
      ))}
    </PlainList>
  );
};
