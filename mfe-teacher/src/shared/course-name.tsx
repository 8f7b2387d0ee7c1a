import { useTranslation } from 'react-i18next';

interface Props {
  course: { name: string; code: string };
}

/** `Algorithms (CS201)`; each as it was typed, whichever way its script runs. Without a name it is not known right now. */
export const CourseName = ({ course }: Props) => {
  const { t } = useTranslation('teacher');
  if (!course.name) return t('common:unknownCourse');
  return (
    <>
      <bdi>{course.name}</bdi> (<bdi>{course.code}</bdi>)
    </>
  );
};
