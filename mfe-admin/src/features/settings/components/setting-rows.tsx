import { PlainList, PlainRow } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

export interface Setting {
  name: string;
  value: string;
  effect: string;
  /** The environment variable; missing where administrators set it on a page. */
  variable?: string;
}

export const SettingRows = ({ settings }: { settings: Setting[] }) => {
  const { t } = useTranslation('admin');
  return (
    <PlainList>
      {settings.map(({ name, value, effect, variable }) => (
        <PlainRow
          key={name}
          title={`${name}: ${value}`}
          detail={
            <>
              {effect}
              {variable !== undefined && <span className="block">{t('settings.setAs', { variable })}</span>}
            </>
          }
        />
      ))}
    </PlainList>
  );
};
