import type { ManagedPerson } from '@qr-attendance/contracts';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import type { AskedAction } from './person-dialog.tsx';
import { RestoreButton } from './restore-button.tsx';

interface Props {
  person: ManagedPerson;
  onAsk: (action: AskedAction) => void;
}

export const PersonActions = ({ person, onAsk }: Props) => {
  const { t } = useTranslation('admin');
  const ask = (action: AskedAction) => (
    <Button
      // One row is as important as the next: what is done is confirmed, loudly enough, in the dialog.
      type="text"
      size="small"
      aria-label={t(`${action}.of`, { name: person.name })}
      onClick={() => onAsk(action)}
    >
      {t(`${action}.open`)}
    </Button>
  );
  return (
    <div className="admin-table-actions">
      {person.suspendedAt ? <RestoreButton person={person} /> : ask('suspend')}
      {person.userType === 'STUDENT' && ask('confirmProofs')}
      {person.userType === 'STUDENT' && ask('resetDevices')}
      {ask('erase')}
    </div>
  );
};
