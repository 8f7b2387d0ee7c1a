import { Button } from '@qr-attendance/ui-kit';
import { currentLanguage, type Language } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

/** These texts are not in the catalogs, which every page loads, because few browsers block site data. */
const texts = {
  en: {
    title: 'This site needs to keep data in your browser',
    why: 'Your browser blocks site data for this address. Your sign-in and the key of this device are kept there, so nothing works without it.',
    how: 'Allow cookies and site data for this site in your browser’s settings, then reload the page.',
  },
  de: {
    title: 'Diese Seite muss Daten in Ihrem Browser speichern',
    why: 'Ihr Browser blockiert Websitedaten für diese Adresse. Dort liegen Ihre Anmeldung und der Schlüssel dieses Geräts, ohne sie funktioniert nichts.',
    how: 'Erlauben Sie Cookies und Websitedaten für diese Seite in den Einstellungen des Browsers und laden Sie die Seite neu.',
  },
} satisfies Record<Language, Record<'title' | 'why' | 'how', string>>;

export const StorageBlocked = () => {
  const { t } = useTranslation('shell');
  const { title, why, how } = { ...texts.en, ...texts[currentLanguage()] };
  return (
    <main className="storage-blocked">
      <h1>{title}</h1>
      <p>{why}</p>
      <p>{how}</p>
      <Button type="primary" size="large" onClick={() => window.location.reload()}>
        {t('common:reload')}
      </Button>
    </main>
  );
};
