import type { AttendanceStatus } from '@qr-attendance/contracts';
import { Button } from '@qr-attendance/ui-kit';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decision } from '../../marking/send-press.ts';
import { toSingleLine, MAX_REASON_LENGTH } from '../../reason.ts';
import { StatusButtons } from './status-buttons.tsx';

interface Props {
  name: string;
  shown?: string | null | undefined;
  reason?: string | undefined;
  canClear: boolean;
  onDecide: (decision: Decision, reason?: string) => void;
}

export const StatusForm = ({ name, shown, reason = '', canClear, onDecide }: Props) => {
  const { t } = useTranslation('teacher');
  const [typed, setTyped] = useState(reason);
  const decide = (decision: AttendanceStatus) => onDecide(decision, toSingleLine(typed) || undefined);
  return (
    <div className="set-form">
      <Input
        value={typed}
        maxLength={MAX_REASON_LENGTH}
        onChange={({ target }) => setTyped(target.value)}
        placeholder={t('roster.reason')}
        aria-label={t('roster.reason')}
      />
      <StatusButtons words name={name} shown={shown} onSet={decide} />
      {canClear && <Button onClick={() => onDecide(null)}>{t('roster.clear')}</Button>}
    </div>
  );
};
