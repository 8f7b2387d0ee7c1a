import type { Course } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';

/** `Algorithms (CS201)` or `Algorithms (CS201, B)`. */
export const courseLabel = ({
  name,
  code,
  section,
}: Pick<Course, 'name' | 'code'> & { section?: string | undefined }): string =>
  `${name} (${section ? `${code}, ${section}` : code})`;

/** `Algorithms (CS201)`, each part in its own writing direction. The name is empty while it is unknown. */
export const CourseName = ({ course: { name, code } }: { course: Pick<Course, 'name' | 'code'> }) => {
  const { t } = useTranslation();
  if (!name) return t('common:unknownCourse');
  return (
    <>
      <bdi className="wrap">{name}</bdi> (<bdi className="wrap">{code}</bdi>)
    </>
  );
};
