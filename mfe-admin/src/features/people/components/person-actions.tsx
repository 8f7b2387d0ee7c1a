import type { ManagedPerson } from '@qr-attendance/contracts';
import { Button } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import type { ActionWithReason } from '../api.ts';
import { RestoreButton } from './restore-button.tsx';

interface Props {
  person: ManagedPerson;
  onSelect: (action: ActionWithReason) => void;
}

export const PersonActions = ({ person, onSelect }: Props) => {
  const { t } = useTranslation('admin');
  const button = (action: ActionWithReason) => (
    <Button
      // Plain buttons, because the dialog emphasizes and confirms the action.
      type="text"
      size="small"
      aria-label={t(`${action}.of`, { name: person.name })}
      onClick={() => onSelect(action)}
    >
      {t(`${action}.open`)}
    </Button>
  );
  return (
    <div className="admin-table-actions">
      {person.suspendedAt ? <RestoreButton person={person} /> : button('suspend')}
      {person.userType === 'STUDENT' && button('confirmProofs')}
      {person.userType === 'STUDENT' && button('resetDevices')}
      {button('erase')}
    </div>
  );
};
