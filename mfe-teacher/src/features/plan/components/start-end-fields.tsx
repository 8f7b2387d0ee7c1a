import { TimeItem } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useEndsNextDay } from '../../../shared/session-fields/use-ends-next-day.ts';

interface Props {
  /** The row in a list of the form; missing for fields of the form itself. */
  row?: [list: string, index: number];
}

export const StartEndFields = ({ row }: Props) => {
  const { t } = useTranslation('teacher');
  const required = (field: string) => ({ required: true, message: t('common:required', { field }) });
  const start = row ? [...row, 'start'] : 'start';
  const isNextDay = useEndsNextDay(start, row ? [...row, 'end'] : 'end');
  return (
    <>
      <TimeItem
        name={row ? [row[1], 'start'] : 'start'}
        label={t('generate.startTime')}
        rules={[required(t('generate.startTime'))]}
      />
      <TimeItem
        name={row ? [row[1], 'end'] : 'end'}
        label={t('plan.end')}
        extra={isNextDay && t('generate.nextDay')}
        rules={[required(t('plan.end'))]}
        after={{ name: start, message: t('generate.sameTimes') }}
      />
    </>
  );
};
