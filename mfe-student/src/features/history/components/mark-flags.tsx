import { flagReasonSchema, knownOr, type AttendanceRecord } from '@qr-attendance/contracts';
import { PlainList, tokens } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../shared/section-title.tsx';

export const MarkFlags = ({ flags = [] }: Pick<AttendanceRecord, 'flags'>) => {
  const { t } = useTranslation('student');
  if (flags.length === 0) return null;
  return (
    <section style={{ marginBlockEnd: tokens.margin }}>
      <SectionTitle level={3}>{t('mark.flags')}</SectionTitle>
      <p style={{ margin: 0, color: tokens.colorTextSecondary }}>{t('mark.flagsHelp')}</p>
      <PlainList>
        {flags.map(({ reason }) => (
          <li key={reason} style={{ paddingBlock: tokens.paddingXS }}>
            {t(`mark.flag.${knownOr(flagReasonSchema, reason)}`)}
          </li>
        ))}
      </PlainList>
    </section>
  );
};
