import type { SecurityPreferences } from '@qr-attendance/contracts';
import { useNotify } from '@qr-attendance/ui-kit';
import { useStudentProfile } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import theme from 'antd/es/theme';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUpdateSecurity } from '../api/update-security.ts';
import { FormError } from './form-error.tsx';
import { SectionCard } from './section-card.tsx';

export const PreferencesForm = () => {
  const { t } = useTranslation('student');
  const { securityPreferences } = useStudentProfile();
  const notify = useNotify();
  const update = useUpdateSecurity();
  const [changes, setChanges] = useState<Partial<SecurityPreferences>>({});
  // What has no checkbox is sent as it is.
  const chosen = { ...securityPreferences, ...changes };
  const save = () =>
    update.mutate(chosen, {
      onSuccess: () => {
        setChanges({});
        notify.success(t('security.preferences.saved'));
      },
    });
  return (
    <SectionCard title={t('security.preferences.title')} help={t('security.preferences.help')}>
      <FormError error={update.error} fallback={t('security.preferences.failed')} />
      <Preference
        label={t('security.preferences.requirePin')}
        help={t('security.preferences.requirePinHelp')}
        checked={chosen.requirePin}
        onChange={(requirePin) => setChanges({ ...changes, requirePin })}
      />
      <Preference
        label={t('security.preferences.requireDevice')}
        help={t('security.preferences.requireDeviceHelp')}
        checked={chosen.requireDeviceVerification}
        onChange={(requireDeviceVerification) => setChanges({ ...changes, requireDeviceVerification })}
      />
      <Button block loading={update.isPending} onClick={save} style={{ marginBlockStart: 16 }}>
        {t('security.preferences.save')}
      </Button>
    </SectionCard>
  );
};

interface PreferenceProps {
  label: ReactNode;
  help: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

const Preference = ({ label, help, checked, onChange }: PreferenceProps) => {
  const { token } = theme.useToken();
  return (
    <Checkbox
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      style={{ display: 'flex', alignItems: 'center', minHeight: 44, paddingBlock: token.paddingXXS }}
    >
      <span style={{ display: 'block' }}>{label}</span>
      <span style={{ display: 'block', color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>
        {help}
      </span>
    </Checkbox>
  );
};
