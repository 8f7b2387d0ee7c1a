import {
  enrollmentModeSchema,
  knownOrOther,
  type Course,
  type EnrollmentSettings,
} from '@qr-attendance/contracts';
import { Button, Card, CopyField, QueryView, useEditing } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useEnrollmentSettings } from '../api.ts';
import { EnrollmentForm } from './enrollment-form.tsx';
import { Invitation } from './invitation.tsx';

export const EnrollmentSection = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const query = useEnrollmentSettings(course._id);
  return (
    <Card title={t('enrollment.title')}>
      <QueryView query={query} errorMessage={t('enrollment.failed')}>
        {(settings) => <Settings courseId={course._id} settings={settings} />}
      </QueryView>
    </Card>
  );
};

const Settings = ({ courseId, settings }: { courseId: string; settings: EnrollmentSettings }) => {
  const { t } = useTranslation('teacher');
  const { editing, edit, close, shown } = useEditing<HTMLParagraphElement>();
  const mode = knownOrOther(enrollmentModeSchema, settings.mode);
  return (
    <div className="stack">
      <div>
        <p ref={shown} tabIndex={-1} className="flush medium">
          {t(`enrollment.mode.${mode}`)}
        </p>
        <p className="flush muted">
          {t(`enrollment.help.${mode}`)}{' '}
          {t(settings.mayLeave ? 'enrollment.canLeave' : 'enrollment.cannotLeave')}{' '}
          {settings.guests && t('enrollment.canBeGuests')}
        </p>
      </div>
      {editing ? (
        <EnrollmentForm courseId={courseId} settings={settings} onClose={close} />
      ) : (
        <>
          {mode === 'KEY' && settings.key !== undefined && (
            <CopyField label={t('enrollment.key')} value={settings.key} />
          )}
          {mode !== 'CLOSED' && <Invitation courseId={courseId} invitation={settings.invitation} />}
          <div>
            <Button onClick={edit}>{t('enrollment.change')}</Button>
          </div>
        </>
      )}
    </div>
  );
};
