import type { Course } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';

const breakable = { overflowWrap: 'anywhere' } as const;

/**
 * `Algorithms (CS201)`, each part isolated for its script's direction; an empty name is unknown at the
 * moment.
 */
export const CourseName = ({ course: { name, code } }: { course: Pick<Course, 'name' | 'code'> }) => {
  const { t } = useTranslation();
  if (!name) return t('common:unknownCourse');
  return (
    <>
      <bdi style={breakable}>{name}</bdi> (<bdi style={breakable}>{code}</bdi>)
    </>
  );
};
