import { useTranslation } from 'react-i18next';
import { Typed } from './typed.tsx';

/** A course in a table: its name as typed, then its code. Without a name it is not known right now. */
export const CourseName = ({ course: { name, code } }: { course: { name: string; code: string } }) => {
  const { t } = useTranslation('student');
  if (!name) return t('common:unknownCourse');
  return (
    <>
      <Typed>{name}</Typed> (<Typed>{code}</Typed>)
    </>
  );
};
