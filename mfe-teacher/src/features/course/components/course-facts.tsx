import type { Course } from '@qr-attendance/contracts';
import {
  ActionButton,
  Button,
  Card,
  ConfirmButton,
  EditForm,
  Facts,
  Failure,
  LinkButton,
  SourceNote,
  useEditing,
} from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CourseFields } from '../../../shared/course-fields.tsx';
import { may } from '../../../shared/may.ts';
import { hasSections } from '../../../shared/sections.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { useArchiveCourse, useDeleteCourse, useEditCourse, type CourseDetails } from '../api.ts';
import { CopyCourse } from './copy-course.tsx';

/**
 * Asks for confirmation, because deletion cannot be undone. The server refuses to delete a course that is not
 * empty.
 */
const DeleteCourse = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const navigate = useNavigate();
  const remove = useDeleteCourse(course._id);
  return (
    <ConfirmButton
      danger
      label={t('courseDetails.delete')}
      question={{
        title: t('courseDetails.deleteTitle', { code: course.code }),
        text: t('courseDetails.deleteExplain'),
      }}
      act={async () => {
        await remove.mutateAsync();
        await navigate(to.courses);
      }}
      onGiveUp={remove.cancel}
      done={t('courseDetails.deleted')}
      failure={t('courseDetails.deleteFailed')}
    />
  );
};

/** Archiving asks for confirmation; restoring does not, because it loses nothing. */
const ArchiveCourse = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const archive = useArchiveCourse(course._id);
  if (course.archived)
    return (
      <ActionButton
        act={() => archive.mutateAsync(false)}
        done={t('courseDetails.restored')}
        failure={t('courseDetails.restoreFailed')}
      >
        {t('courseDetails.restore')}
      </ActionButton>
    );
  return (
    <ConfirmButton
      label={t('courseDetails.archive')}
      question={{
        title: t('courseDetails.archiveTitle', { code: course.code }),
        text: t('courseDetails.archiveExplain'),
      }}
      act={() => archive.mutateAsync(true)}
      onGiveUp={archive.cancel}
      done={t('courseDetails.archived')}
      failure={t('courseDetails.archiveFailed')}
    />
  );
};

const EditCourseForm = ({ course, onClose }: { course: Course; onClose: () => void }) => {
  const { t } = useTranslation('teacher');
  // Keeps the course as it was when editing began, so that a concurrent change causes a conflict instead of
  // being overwritten.
  const [initialCourse] = useState(course);
  const edit = useEditCourse(initialCourse);
  const { name, code, section, semester, termId = '', unitId = '' } = initialCourse;
  const initialValues: CourseDetails = { name, code, section, semester, termId, unitId };
  return (
    <EditForm<CourseDetails>
      name={t('courseDetails.edit')}
      scrollToFirstError
      initialValues={initialValues}
      mutation={edit}
      send={edit.mutate}
      fields={Object.keys(initialValues)}
      done={t('courseDetails.saved')}
      confirm={t('courseDetails.save')}
      onClose={onClose}
    >
      <Failure error={edit.error} text={t('courseDetails.saveFailed')} />
      <CourseFields course={initialCourse} />
    </EditForm>
  );
};

export const CourseFacts = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const { editing, edit, close, shown } = useEditing<HTMLDivElement>();
  return (
    <Card>
      <div ref={shown} tabIndex={-1}>
        {editing ? (
          <EditCourseForm course={course} onClose={close} />
        ) : (
          <Facts
            facts={[
              { name: t('courses.code'), value: <bdi>{course.code}</bdi> },
              course.section &&
                !hasSections(course) && {
                  name: t('courseDetails.section'),
                  value: <bdi>{course.section}</bdi>,
                },
              { name: t('courses.semester'), value: course.semester },
              course.termName && { name: t('terms.term'), value: <bdi>{course.termName}</bdi> },
              course.unitName && { name: t('terms.unit'), value: <bdi>{course.unitName}</bdi> },
              { name: t('courseDetails.students'), value: formatNumber(course.studentCount) },
              course.source && {
                name: t('stated.column'),
                value: <SourceNote source={course.source} />,
                double: true,
              },
            ]}
          />
        )}
      </div>
      {!editing && (
        <div className="row above">
          <LinkButton to={to.reportsOf(course._id)}>{t('courseDetails.reports')}</LinkButton>
          {may(course, 'changeCourse') && (
            <>
              <Button onClick={edit}>{t('courseDetails.edit')}</Button>
              <CopyCourse course={course} />
              <ArchiveCourse course={course} />
            </>
          )}
          {course.studentCount === 0 && may(course, 'deleteCourse') && <DeleteCourse course={course} />}
        </div>
      )}
    </Card>
  );
};
