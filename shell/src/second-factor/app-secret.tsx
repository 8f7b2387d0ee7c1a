import type { TotpSetup } from '@qr-attendance/contracts';
import { CopyButton, useMedia } from '@qr-attendance/ui-kit';
import { QrPicture } from '@qr-attendance/ui-kit/qr';
import { useTranslation } from 'react-i18next';
import './second-factor.css';

const QR_SIZE = 208;

export const AppSecret = ({ setup: { secret, uri } }: { setup: TotpSetup }) => {
  const { t } = useTranslation('secondFactor');
  // A phone cannot scan its own screen.
  const isPhone = useMedia('(pointer: coarse)');
  return (
    <>
      <p className="flush below">{t(isPhone ? 'setup.open' : 'setup.scan')}</p>
      {isPhone && (
        <a className="ui-button ui-button-default ui-button-large ui-button-block below" href={uri}>
          {t('setup.openApp')}
        </a>
      )}
      <div className="second-factor-qr below">
        <QrPicture text={uri} size={QR_SIZE} label={t('setup.qr')} />
      </div>
      <p className="flush below-xs">{t('setup.type')}</p>
      <div className="row below">
        <code className="code-text strong">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton text={secret} label={t('setup.copySecret')} />
      </div>
    </>
  );
};
