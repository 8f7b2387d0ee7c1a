import type { Session } from '@qr-attendance/contracts';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useCourse } from '../api/courses.ts';
import { sectionName } from '../sections.ts';

const SectionNames = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const { data: course } = useCourse(session.course._id);
  if (!course) return null;
  return session.sections?.map(({ sectionId }, index) => (
    <Fragment key={sectionId}>
      {index > 0 && ', '}
      <bdi>{sectionName(course, sectionId) ?? t('sections.unknown')}</bdi>
    </Fragment>
  ));
};

/** The sections of a class as a fact, unless it covers all of its course. */
export const useSectionFacts = (session: Session) => {
  const { t } = useTranslation('teacher');
  return session.sections ? [{ name: t('sections.title'), value: <SectionNames session={session} /> }] : [];
};
