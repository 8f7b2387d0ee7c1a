import { importOutcomeSchema, type ImportCounts } from '@qr-attendance/contracts';
import { StatCards } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

export const Counts = ({ counts }: { counts: ImportCounts }) => {
  const { t } = useTranslation('admin');
  return (
    <StatCards
      stats={importOutcomeSchema.options.map((outcome) => ({
        title: t(`imports.outcomes.${outcome}`),
        value: counts[outcome],
      }))}
    />
  );
};
