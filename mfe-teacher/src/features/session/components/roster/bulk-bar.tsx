import { Button } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import type { Press } from '../../marking/use-marking.ts';
import type { RosterRow } from '../../roster-rows.ts';
import { SetForm } from './set-form.tsx';

interface Props {
  chosen: RosterRow[];
  onPress: Press;
  onDone: () => void;
}

export const BulkBar = ({ chosen, onPress, onDone }: Props) => {
  const { t } = useTranslation('teacher');
  const name = t('roster.bulk.selected', { count: chosen.length });
  return (
    <div className="bulk-bar">
      <span role="status">{name}</span>
      <SetForm
        name={name}
        canClear={chosen.some(({ mark }) => mark?.reviewedAt)}
        onDecide={(decision, reason) => {
          void onPress(chosen, decision, reason);
          onDone();
        }}
      />
      <Button type="text" onClick={onDone}>
        {t('roster.bulk.clear')}
      </Button>
    </div>
  );
};
