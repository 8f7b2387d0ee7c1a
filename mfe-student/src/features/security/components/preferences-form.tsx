import type { SecurityPreferences, StudentProfile } from '@qr-attendance/contracts';
import { useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import Card from 'antd/es/card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../shared/section-title.tsx';
import { useUpdatePreferences } from '../api.ts';
import { CheckOption } from './check-option.tsx';
import { needsPassword, PasswordPrompt } from './password-prompt.tsx';

const checks: (keyof SecurityPreferences)[] = [
  'requirePin',
  'requireBiometric',
  'requireDeviceVerification',
  'requireSelfie',
];

export const PreferencesForm = ({ profile }: { profile: StudentProfile }) => {
  const { t } = useTranslation('student');
  const notify = useNotify();
  const [changes, setChanges] = useState<Partial<SecurityPreferences>>({});
  const update = useUpdatePreferences();
  const chosen = { ...profile.securityPreferences, ...changes };
  const needsPasskey = chosen.requireBiometric && profile.passkeys.length === 0;
  const save = () =>
    update.mutate(chosen, {
      onSuccess: () => {
        setChanges({});
        notify.success(t('specified:preferencesSaved'));
      },
      onError: (error) => {
        if (!needsPassword(error)) notify.error(messageOf(error, t('specified:preferencesFailed')));
      },
    });
  return (
    <Card title={<SectionTitle>{t('security.preferences')}</SectionTitle>} style={{ height: '100%' }}>
      {checks.map((check) => (
        <CheckOption
          key={check}
          label={t(`security.${check}`)}
          help={t(`security.${check}Help`)}
          hint={check === 'requireBiometric' && needsPasskey ? t('passkeys.needed') : undefined}
          checked={chosen[check]}
          onChange={(required) => setChanges({ ...changes, [check]: required })}
        />
      ))}
      {needsPassword(update.error) && <PasswordPrompt onConfirmed={save} />}
      <Button type="primary" loading={update.isPending} onClick={save} style={{ marginBlockStart: 16 }}>
        {t('security.savePreferences')}
      </Button>
    </Card>
  );
};
