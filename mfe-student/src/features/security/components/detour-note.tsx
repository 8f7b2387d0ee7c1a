import { getDeviceId, useStudentProfile } from '@qr-attendance/web-kit';
import Alert from 'antd/es/alert';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../shared/link-button.tsx';
import { readinessOf, type Readiness } from '../../../shared/readiness.ts';

const missing = ({ needsPin, needsDevice }: Readiness) => {
  if (needsPin && needsDevice) return 'detour.needsBoth';
  return needsPin ? 'detour.needsPin' : 'detour.needsDevice';
};

/** For a student who was sent here while marking: what is still missing, then the way back. */
export const DetourNote = ({ to }: { to: string }) => {
  const { t } = useTranslation('student');
  const readiness = readinessOf(useStudentProfile(), getDeviceId());
  const note = useRef<HTMLDivElement>(null);
  // What was missing may have been provided far down the page, on a phone.
  useEffect(() => {
    if (readiness.ready) note.current?.scrollIntoView({ block: 'center' });
  }, [readiness.ready]);
  if (!readiness.ready) {
    return (
      <Alert
        role="status"
        type="info"
        showIcon
        title={t(missing(readiness))}
        style={{ marginBlockEnd: 16 }}
      />
    );
  }
  return (
    <div ref={note}>
      <Alert
        role="status"
        type="success"
        showIcon
        title={t('detour.ready')}
        action={
          <LinkButton type="primary" to={to}>
            {t('detour.back')}
          </LinkButton>
        }
        style={{ marginBlockEnd: 16, alignItems: 'center' }}
      />
    </div>
  );
};
