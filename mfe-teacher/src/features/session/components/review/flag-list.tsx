import { tokens } from '@qr-attendance/ui-kit';
import { FlagFilled } from '@ant-design/icons';
import { flagReasonSchema, knownOr, type Flag } from '@qr-attendance/contracts';
import { formatTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

export const FlagList = ({ flags }: { flags: Flag[] }) => {
  const { t } = useTranslation('teacher');
  return (
    <ul style={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.marginSM }}>
      {flags.map(({ reason, at }) => (
        <li key={reason} style={{ display: 'flex', gap: tokens.marginSM }}>
          <FlagFilled
            aria-hidden
            style={{ alignSelf: 'flex-start', color: tokens.colorWarning, paddingBlockStart: 4 }}
          />
          <div>
            <strong>{t(`flag.${knownOr(flagReasonSchema, reason)}.title`)}</strong>{' '}
            <time dateTime={at} style={{ color: tokens.colorTextSecondary }}>
              {formatTime(at)}
            </time>
            <div>{t(`flag.${knownOr(flagReasonSchema, reason)}.look`)}</div>
          </div>
        </li>
      ))}
    </ul>
  );
};
