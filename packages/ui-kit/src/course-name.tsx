import type { Course } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';

/** `Algorithms (CS201)`, or `Algorithms (CS201, B)` for a course whose only section is B. */
export const courseLabel = ({
  name,
  code,
  section,
  sections = [],
}: Pick<Course, 'name' | 'code'> & Partial<Pick<Course, 'section' | 'sections'>>): string =>
  `${name} (${section && sections.length < 2 ? `${code}, ${section}` : code})`;

/**
 * Renders `Algorithms (CS201)`, each part in its own writing direction. The name is empty while it is
 * unknown.
 */
export const CourseName = ({ course: { name, code } }: { course: Pick<Course, 'name' | 'code'> }) => {
  const { t } = useTranslation();
  if (!name) return t('common:unknownCourse');
  return (
    <>
      <bdi className="wrap">{name}</bdi> (<bdi className="wrap">{code}</bdi>)
    </>
  );
};
