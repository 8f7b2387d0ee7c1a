import type { StudentProfile } from '@qr-attendance/contracts';
import { LinkButton, Notice } from '@qr-attendance/ui-kit';
import { currentLanguage, getDeviceId, missingProofs, type Proof } from '@qr-attendance/web-kit';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  to: string;
  profile: StudentProfile;
  required: readonly Proof[];
}

export const SetupNotice = ({ to, profile, required }: Props) => {
  const { t } = useTranslation('student');
  const needs = missingProofs(profile, getDeviceId(), required);
  const ready = needs.length === 0;
  const note = useRef<HTMLDivElement>(null);
  // On a phone, the last missing part may be far down the page.
  useEffect(() => {
    if (ready) note.current?.scrollIntoView({ block: 'center' });
  }, [ready]);
  const things = new Intl.ListFormat(currentLanguage()).format(needs.map((need) => t(`detour.${need}`)));
  return (
    <div ref={note}>
      <Notice
        role="status"
        type={ready ? 'success' : 'info'}
        title={ready ? t('detour.ready') : t('detour.needs', { things })}
        action={
          ready && (
            <LinkButton type="primary" to={to}>
              {t('detour.back')}
            </LinkButton>
          )
        }
        className="below"
      />
    </div>
  );
};
