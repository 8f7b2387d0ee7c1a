import { FlagFilled } from '@ant-design/icons';
import { flagReasonSchema, knownOrOther, type Flag } from '@qr-attendance/contracts';
import { formatTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

export const FlagList = ({ flags }: { flags: Flag[] }) => {
  const { t } = useTranslation('teacher');
  return (
    <ul className="list stack gap-sm">
      {flags.map(({ reason, at }) => (
        <li key={reason} className="line">
          <FlagFilled aria-hidden className="warning-text above-xxs" />
          <div>
            <strong>{t(`flag.${knownOrOther(flagReasonSchema, reason)}.title`)}</strong>{' '}
            <time dateTime={at} className="muted">
              {formatTime(at)}
            </time>
            <div>{t(`flag.${knownOrOther(flagReasonSchema, reason)}.look`)}</div>
          </div>
        </li>
      ))}
    </ul>
  );
};
