import type { VerifiedScan } from '@qr-attendance/contracts';
import { Notice } from '@qr-attendance/ui-kit';
import { formatList } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

interface Props {
  scan: Pick<VerifiedScan, 'otherSection'>;
  /** Whether the student marked as a guest. The mark is then recorded, but excluded from attendance rates. */
  guest?: boolean | undefined;
}

/** Shown for students whom the session does not cover: the mark is recorded but does not count. */
export const NotCountedNotice = ({ scan: { otherSection }, guest = false }: Props) => {
  const { t } = useTranslation('attendance');
  if (otherSection) {
    const { covered, own } = otherSection;
    return (
      <Notice
        type="warning"
        title={t('otherSection.title', { covered: formatList(covered), own, count: covered.length })}
        description={t('otherSection.why')}
      />
    );
  }
  if (!guest) return null;
  return <Notice type="warning" title={t('success.guest')} description={t('success.guestHelp')} />;
};
