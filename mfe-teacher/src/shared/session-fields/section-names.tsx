import type { JointCourse, Session } from '@qr-attendance/contracts';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useCourse } from '../api/courses.ts';
import { sectionName } from '../sections.ts';

const JointSections = ({ courses }: { courses: JointCourse[] }) =>
  courses.map(({ _id, code, name, sections }) => (
    <div key={_id}>
      <bdi>{code || name}</bdi>
      {sections.length > 0 && ': '}
      <bdi>{sections.map((section) => section.name).join(', ')}</bdi>
    </div>
  ));

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

/** The sections of a class as a row of its facts; no row if the class covers the whole course. */
export const useSectionFacts = (session: Session) => {
  const { t } = useTranslation('teacher');
  if (session.courses)
    return [{ name: t('joint.title'), value: <JointSections courses={session.courses} />, wide: true }];
  return session.sections ? [{ name: t('sections.title'), value: <SectionNames session={session} /> }] : [];
};
