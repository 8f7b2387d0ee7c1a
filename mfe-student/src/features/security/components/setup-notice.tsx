import type { StudentProfile } from '@qr-attendance/contracts';
import { LinkButton } from '@qr-attendance/ui-kit';
import { currentLanguage, getDeviceId } from '@qr-attendance/web-kit';
import Alert from 'antd/es/alert';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { requirementsOf, type Need } from '../../../shared/readiness.ts';

interface Props {
  to: string;
  profile: StudentProfile;
  required: readonly Need[];
}

export const SetupNotice = ({ to, profile, required }: Props) => {
  const { t } = useTranslation('student');
  const needs = requirementsOf(profile, getDeviceId(), required);
  const ready = needs.length === 0;
  const note = useRef<HTMLDivElement>(null);
  // On a phone, the last missing part may have been completed far down the page.
  useEffect(() => {
    if (ready) note.current?.scrollIntoView({ block: 'center' });
  }, [ready]);
  const things = new Intl.ListFormat(currentLanguage()).format(needs.map((need) => t(`detour.${need}`)));
  return (
    <div ref={note}>
      <Alert
        role="status"
        type={ready ? 'success' : 'info'}
        showIcon
        title={ready ? t('detour.ready') : t('detour.needs', { things })}
        action={
          ready && (
            <LinkButton type="primary" to={to}>
              {t('detour.back')}
            </LinkButton>
          )
        }
        style={{ marginBlockEnd: 16, alignItems: 'center' }}
      />
    </div>
  );
};
