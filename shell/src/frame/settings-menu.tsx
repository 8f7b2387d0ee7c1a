import { SettingOutlined } from '@ant-design/icons';
import { appearances, Button, chooseAppearance, useAppearance } from '@qr-attendance/ui-kit';
import { chooseLanguage, currentLanguage, languages, type Language } from '@qr-attendance/web-kit';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import './settings-menu.css';

interface ChoiceProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string; lang?: string }[];
  value: Value;
  onChoose: (value: Value) => void;
}

const Choice = <Value extends string>({ legend, options, value, onChoose }: ChoiceProps<Value>) => {
  const name = useId();
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} lang={option.lang}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
};

const languageOptions = Object.entries(languages).map(([value, label]) => ({
  value: value as Language,
  label,
  lang: value,
}));

export const SettingsMenu = () => {
  const { t } = useTranslation('shell');
  const menu = useId();
  const appearance = useAppearance();
  return (
    <>
      <Button
        type="text"
        icon={<SettingOutlined aria-hidden />}
        aria-label={t('settings.open')}
        {...{ popoverTarget: menu }}
      />
      <div id={menu} popover="auto" className="settings-menu">
        <Choice
          legend={t('settings.appearance')}
          options={appearances.map((value) => ({ value, label: t(`settings.${value}`) }))}
          value={appearance}
          onChoose={chooseAppearance}
        />
        <Choice
          legend={t('settings.language')}
          options={languageOptions}
          value={currentLanguage()}
          onChoose={(language) => void chooseLanguage(language)}
        />
      </div>
    </>
  );
};
