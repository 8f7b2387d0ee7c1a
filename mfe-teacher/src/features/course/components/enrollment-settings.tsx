import {
  enrollmentModeSchema,
  knownOr,
  type Course,
  type EnrollmentSettings,
} from '@qr-attendance/contracts';
import { QueryView, tokens } from '@qr-attendance/ui-kit';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../../shared/section-card.tsx';
import { useEnrollmentSettings } from '../api.ts';
import { CopyField } from './copy-field.tsx';
import { EnrollmentForm } from './enrollment-form.tsx';
import { Invitation } from './invitation.tsx';

export const EnrollmentSection = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const query = useEnrollmentSettings(course._id);
  return (
    <SectionCard title={t('enrollment.title')}>
      <QueryView query={query} errorMessage={t('enrollment.failed')}>
        {(settings) => <Settings courseId={course._id} settings={settings} />}
      </QueryView>
    </SectionCard>
  );
};

const Settings = ({ courseId, settings }: { courseId: string; settings: EnrollmentSettings }) => {
  const { t } = useTranslation('teacher');
  const [editing, setEditing] = useState(false);
  const shown = useRef<HTMLParagraphElement>(null);
  const close = () => {
    setEditing(false);
    // The focused button was removed.
    shown.current?.focus();
  };
  const mode = knownOr(enrollmentModeSchema, settings.mode);
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.margin }}>
      <div>
        <p ref={shown} tabIndex={-1} style={{ margin: 0, fontWeight: 500 }}>
          {t(`enrollment.mode.${mode}`)}
        </p>
        <p style={{ margin: 0, color: tokens.colorTextSecondary }}>
          {t(`enrollment.help.${mode}`)}{' '}
          {t(settings.mayLeave ? 'enrollment.canLeave' : 'enrollment.cannotLeave')}
        </p>
      </div>
      {editing ? (
        <EnrollmentForm courseId={courseId} settings={settings} onClose={close} />
      ) : (
        <>
          {mode === 'KEY' && settings.key !== undefined && (
            <CopyField label={t('enrollment.key')} value={settings.key} />
          )}
          {mode === 'KEY' && settings.keyLockedUntil !== undefined && (
            <Alert type="warning" showIcon title={t('enrollment.keyLocked')} />
          )}
          {mode !== 'CLOSED' && <Invitation courseId={courseId} invitation={settings.invitation} />}
          <div>
            <Button onClick={() => setEditing(true)}>{t('enrollment.change')}</Button>
          </div>
        </>
      )}
    </div>
  );
};
