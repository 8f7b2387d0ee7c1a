import type { Session } from '@qr-attendance/contracts';
import { Button, type Fact, Facts, Notice } from '@qr-attendance/ui-kit';
import { formatTime, formatDay } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useDescribePolicy } from '../../../../shared/policy/use-describe-policy.ts';

interface Props {
  before: Session;
  now: Session;
  onSeen: () => void;
}

export const ConcurrentChange = ({ before, now, onSeen }: Props) => {
  const { t } = useTranslation('teacher');
  const words = useDescribePolicy();
  const factsOf = ({ date, startTime, endTime, lateAfterMinutes, location, policy }: Session): Fact[] => [
    { name: t('session.date'), value: formatDay(date) },
    { name: t('session.start'), value: formatTime(startTime) },
    { name: t('session.end'), value: endTime ? formatTime(endTime) : t('result.noEnd') },
    { name: t('change.lateAfter'), value: String(lateAfterMinutes) },
    {
      name: t('result.location'),
      value: location ? t('result.locationRadius', { radius: location.radius }) : t('result.noLocation'),
    },
    { name: t('policy.title'), value: policy ? words(policy) : '' },
  ];
  const old = factsOf(before);
  const changed = factsOf(now).filter(({ value }, index) => value !== old[index]?.value);
  return (
    <div className="below">
      <Notice
        type="warning"
        title={t('change.changedMeanwhile')}
        description={
          <>
            {changed.length > 0 && <Facts facts={changed} />}
            <p>{t('change.changedExplain')}</p>
            <Button onClick={onSeen}>{t('change.keepMine')}</Button>
          </>
        }
      />
    </div>
  );
};
