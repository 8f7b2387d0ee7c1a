import type { Course } from '@qr-attendance/contracts';
import { institutionWord } from '@qr-attendance/web-kit';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  course: Pick<Course, 'name' | 'sections'>;
  value: string | undefined;
  onChange: (sectionId: string) => void;
}

const openSections = ({ sections }: Pick<Course, 'sections'>) => sections.filter(({ archived }) => !archived);

export const useCourseFacts = (course: Course): { name: string; value: string }[] => {
  const { t } = useTranslation('student');
  return [
    { name: t('enroll.code'), value: course.code },
    ...(course.section && openSections(course).length === 1
      ? [{ name: t('enroll.section'), value: course.section }]
      : []),
    { name: t('enroll.semester'), value: String(course.semester) },
    {
      name: institutionWord('teacher') ?? t('enroll.teacher'),
      value: course.teacher.user?.name ?? t('common:unknown'),
    },
  ];
};

/** Shown only for courses with several sections. */
export const SectionChoice = ({ course, value, onChange }: Props) => {
  const { t } = useTranslation('student');
  const id = useId();
  const sections = openSections(course);
  if (sections.length < 2) return null;
  return (
    <div className="text-field">
      <label htmlFor={id} className="text-field-label">
        {t('enroll.section')}
      </label>
      <div className="text-field-box">
        <select
          id={id}
          className="text-field-input"
          aria-label={t('enroll.sectionOf', { name: course.name })}
          value={value ?? sections[0]?._id}
          onChange={({ target }) => onChange(target.value)}
        >
          {sections.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
};
