import type { Course } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';

const breakable = { overflowWrap: 'anywhere' } as const;

/** `Algorithms (CS201)`, each part in its own writing direction. The name is empty while it is unknown. */
export const CourseName = ({ course: { name, code } }: { course: Pick<Course, 'name' | 'code'> }) => {
  const { t } = useTranslation();
  if (!name) return t('common:unknownCourse');
  return (
    <>
      <bdi style={breakable}>{name}</bdi> (<bdi style={breakable}>{code}</bdi>)
    </>
  );
};
