import type { SecurityPreferences, StudentProfile } from '@qr-attendance/contracts';
import { Button, Card, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUpdatePreferences } from '../api.ts';
import Checkbox from 'antd/es/checkbox';

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
        notify.error(messageOf(error, t('specified:preferencesFailed')));
      },
    });
  return (
    <Card title={t('security.preferences')}>
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
      <Button type="primary" loading={update.isPending} onClick={save} className="above">
        {t('security.savePreferences')}
      </Button>
    </Card>
  );
};

interface Props {
  label: string;
  help: string;
  hint?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

const CheckOption = ({ label, help, hint, checked, onChange }: Props) => {
  const id = useId();
  return (
    <div className="below-xs">
      <Checkbox
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={id}
        className="touch-row medium"
      >
        {label}
      </Checkbox>
      <div id={id} className="muted indent">
        {help}
        {hint && <div className="warning-text medium">{hint}</div>}
      </div>
    </div>
  );
};
