import { DEFAULT_LATE_AFTER_MINUTES, type Course } from '@qr-attendance/contracts';
import { Button, Card, QueryView, useEditing } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useSessionDefaults } from '../../../shared/api/sessions.ts';
import { may } from '../../../shared/may.ts';
import { useDescribePolicy } from '../../../shared/policy/use-describe-policy.ts';
import { SessionDefaultsForm } from './session-defaults-form.tsx';

export const SessionDefaults = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const words = useDescribePolicy();
  const query = useSessionDefaults(course._id);
  const { editing, edit, close, shown } = useEditing<HTMLParagraphElement>();
  return (
    <Card title={t('courseDetails.defaults')}>
      <QueryView query={query} errorMessage={t('policy.defaultsUnknown')}>
        {(defaults) => {
          const current = { ...defaults, ...course.sessionDefaults };
          const { lateAfterMinutes = DEFAULT_LATE_AFTER_MINUTES } = current;
          return (
            <>
              <p ref={shown} tabIndex={-1} className="flush wrap">
                {words(current)}
                <br />
                {lateAfterMinutes > 0
                  ? t('policy.lateAfter', { count: lateAfterMinutes })
                  : t('policy.neverLate')}
                {current.opensItself && (
                  <>
                    <br />
                    {t('courseDetails.doesOpenItself')}
                  </>
                )}
              </p>
              <p className="flush muted">{t('courseDetails.defaultsHelp')}</p>
              <div className="above">
                {editing ? (
                  <SessionDefaultsForm courseId={course._id} defaults={current} onClose={close} />
                ) : (
                  may(course, 'changeCourse') && (
                    <Button onClick={edit}>{t('courseDetails.changeDefaults')}</Button>
                  )
                )}
              </div>
            </>
          );
        }}
      </QueryView>
    </Card>
  );
};
