import { flagReasonSchema, knownOr, type AttendanceRecord } from '@qr-attendance/contracts';
import { PlainList } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

export const MarkFlags = ({ flags = [] }: Pick<AttendanceRecord, 'flags'>) => {
  const { t } = useTranslation('student');
  if (flags.length === 0) return null;
  return (
    <section className="below">
      <h3 className="title">{t('mark.flags')}</h3>
      <p className="flush muted">{t('mark.flagsHelp')}</p>
      <PlainList>
        {flags.map(({ reason }) => (
          <li key={reason} className="above-xs below-xs">
            {t(`mark.flag.${knownOr(flagReasonSchema, reason)}`)}
          </li>
        ))}
      </PlainList>
    </section>
  );
};
