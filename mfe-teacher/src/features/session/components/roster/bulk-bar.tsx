import { Button } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import type { Decision } from '../../marking/send-press.ts';
import type { SetStatus } from '../../marking/use-marking.ts';
import type { RosterRow } from '../../roster-rows.ts';
import { StatusForm } from './status-form.tsx';

interface Props {
  chosen: RosterRow[];
  reason: string | undefined;
  onPress: SetStatus;
  onDone: () => void;
  onFailed: (chosen: RosterRow[], reason: string | undefined) => void;
}

export const BulkBar = ({ chosen, reason: typedBefore, onPress, onDone, onFailed }: Props) => {
  const { t } = useTranslation('teacher');
  const name = t('roster.bulk.selected', { count: chosen.length });
  const decide = async (decision: Decision, reason?: string) => {
    onDone();
    if (!(await onPress(chosen, decision, reason))) onFailed(chosen, reason);
  };
  return (
    <div className="bulk-bar">
      <span role="status">{name}</span>
      <StatusForm
        name={name}
        reason={typedBefore}
        canClear={chosen.some(({ mark }) => mark?.reviewedAt)}
        onDecide={(decision, reason) => void decide(decision, reason)}
      />
      <Button type="text" onClick={onDone}>
        {t('roster.bulk.clear')}
      </Button>
    </div>
  );
};
