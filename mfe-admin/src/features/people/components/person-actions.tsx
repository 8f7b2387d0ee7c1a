import type { ManagedPerson } from '@qr-attendance/contracts';
import { ActionButton, Button } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { MoreMenu } from '../../../shared/more-menu.tsx';
import { useRestorePerson, type ActionWithReason } from '../api.ts';
import { SendLinkButton } from './send-link-button.tsx';

export type PersonAction = ActionWithReason | 'merge';
interface Props {
  person: ManagedPerson;
  onSelect: (action: PersonAction) => void;
}

const rarerActions = ({ userType, registered, suspendedAt, mergedInto }: ManagedPerson): PersonAction[] => {
  if (mergedInto) return ['erase'];
  return [
    ...(registered === false && !suspendedAt ? (['suspend'] as const) : []),
    ...(userType === 'STUDENT' && registered !== false ? (['confirmProofs', 'resetDevices'] as const) : []),
    ...(userType === 'ADMIN' ? [] : (['merge'] as const)),
    'erase',
  ];
};

const RestoreButton = ({ person }: { person: ManagedPerson }) => {
  const { t } = useTranslation('admin');
  const restore = useRestorePerson(person);
  const { name } = person;
  return (
    <ActionButton
      type="text"
      size="small"
      aria-label={t('restore.of', { name })}
      act={() => restore.mutateAsync()}
      done={t('restore.done', { name })}
      failure={t('restore.failed')}
    >
      {t('restore.open')}
    </ActionButton>
  );
};

const FirstAction = ({ person, onSelect }: Props) => {
  const { t } = useTranslation('admin');
  if (person.mergedInto)
    return (
      <Button
        type="text"
        size="small"
        aria-label={t('undoMerge.of', { name: person.name })}
        onClick={() => onSelect('undoMerge')}
      >
        {t('undoMerge.open')}
      </Button>
    );
  if (person.suspendedAt) return <RestoreButton person={person} />;
  if (person.registered === false) return <SendLinkButton person={person} />;
  return (
    <Button
      // Plain, because the dialog emphasizes and confirms the action.
      type="text"
      size="small"
      aria-label={t('suspend.of', { name: person.name })}
      onClick={() => onSelect('suspend')}
    >
      {t('suspend.open')}
    </Button>
  );
};

export const PersonActions = ({ person, onSelect }: Props) => {
  const { t } = useTranslation('admin');
  return (
    <div className="admin-table-actions admin-person-actions">
      <FirstAction person={person} onSelect={onSelect} />
      <MoreMenu
        label={t('people.more', { name: person.name })}
        items={rarerActions(person).map((key) => ({ key, label: t(`${key}.open`) }))}
        onSelect={onSelect}
      />
    </div>
  );
};
