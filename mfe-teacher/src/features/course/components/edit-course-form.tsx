import type { Course } from '@qr-attendance/contracts';
import { EditForm, Failure } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CourseFields } from '../../../shared/course-fields.tsx';
import { useEditCourse, type CourseDetails } from '../api.ts';

export const EditCourseForm = ({ course, onClose }: { course: Course; onClose: () => void }) => {
  const { t } = useTranslation('teacher');
  // The course as it was when editing began, so that a concurrent change causes a conflict instead of being
  // overwritten.
  const [seen] = useState(course);
  const edit = useEditCourse(seen);
  const { name, code, section, semester, termId = '', unitId = '' } = seen;
  const initialValues = { name, code, section, semester, termId, unitId };
  return (
    <EditForm<CourseDetails>
      name={t('courseDetails.edit')}
      scrollToFirstError
      initialValues={initialValues}
      send={edit.mutate}
      busy={edit.isPending}
      fields={Object.keys(initialValues)}
      done={t('courseDetails.saved')}
      confirm={t('courseDetails.save')}
      onClose={onClose}
    >
      <Failure error={edit.error} text={t('courseDetails.saveFailed')} />
      <CourseFields course={seen} />
    </EditForm>
  );
};
