import type { SecurityPreferences } from '@qr-attendance/contracts';
import { useNotify } from '@qr-attendance/ui-kit';
import { messageOf, useStudentProfile } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import Card from 'antd/es/card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../shared/section-title.tsx';
import { useUpdatePreferences } from '../api/update-preferences.ts';
import { CheckOption } from './check-option.tsx';

export const PreferencesForm = () => {
  const { t } = useTranslation('student');
  const notify = useNotify();
  const { securityPreferences } = useStudentProfile();
  const [changes, setChanges] = useState<Partial<SecurityPreferences>>({});
  const update = useUpdatePreferences();
  const chosen = { ...securityPreferences, ...changes };
  const change = (changed: Partial<SecurityPreferences>) => setChanges({ ...changes, ...changed });
  const save = () =>
    update.mutate(chosen, {
      onSuccess: () => {
        setChanges({});
        notify.success(t('specified:preferencesSaved'));
      },
      onError: (error) => notify.error(messageOf(error, t('specified:preferencesFailed'))),
    });
  return (
    <Card title={<SectionTitle>{t('security.preferences')}</SectionTitle>}>
      <CheckOption
        label={t('security.requirePin')}
        help={t('security.requirePinHelp')}
        checked={chosen.requirePin}
        onChange={(requirePin) => change({ requirePin })}
      />
      <CheckOption
        label={t('security.requireDevice')}
        help={t('security.requireDeviceHelp')}
        checked={chosen.requireDeviceVerification}
        onChange={(requireDeviceVerification) => change({ requireDeviceVerification })}
      />
      <Button type="primary" loading={update.isPending} onClick={save} style={{ marginBlockStart: 16 }}>
        {t('security.savePreferences')}
      </Button>
    </Card>
  );
};
