import { EllipsisOutlined } from '@ant-design/icons';
import type { ManagedPerson } from '@qr-attendance/contracts';
import { ActionButton, Button, useNotify } from '@qr-attendance/ui-kit';
import { messageOf, withEmailFiles } from '@qr-attendance/web-kit';
import Dropdown from 'antd/es/dropdown';
import { useTranslation } from 'react-i18next';
import { useRestorePerson, useSendRegistrationLink, type ActionWithReason } from '../api.ts';

interface MenuProps<Key extends string> {
  label: string;
  items: { key: Key; label: string }[];
  onSelect: (key: Key) => void;
}

const MoreMenu = <Key extends string>({ label, items, onSelect }: MenuProps<Key>) => (
  <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => onSelect(key as Key) }}>
    <Button
      type="text"
      size="small"
      icon={<EllipsisOutlined aria-hidden />}
      aria-label={label}
      aria-haspopup="menu"
    />
  </Dropdown>
);

const SendLinkButton = ({ person }: { person: ManagedPerson }) => {
  const { t } = useTranslation('admin');
  const notify = useNotify();
  const send = useSendRegistrationLink(person);
  const { name, email } = person;
  return (
    <Button
      type="text"
      size="small"
      loading={send.isPending}
      aria-label={t('registrationLink.of', { name })}
      onClick={() =>
        send.mutate(undefined, {
          onSuccess: ({ result }) => {
            if (result === 'queued') notify.success(withEmailFiles(t('registrationLink.done', { email })));
            else if (result === 'limited') notify.error(t('registrationLink.limited', { name }));
            else notify.success(t('registrationLink.registered', { name }));
          },
          onError: (error) => notify.error(messageOf(error, t('registrationLink.failed'))),
        })
      }
    >
      {t('registrationLink.open')}
    </Button>
  );
};

export type PersonAction = ActionWithReason | 'merge';
interface Props {
  person: ManagedPerson;
  onSelect: (action: PersonAction) => void;
}

const rarerActions = ({
  userType,
  registered,
  hasSecondFactor,
  suspendedAt,
  mergedInto,
  withdrawnAt,
}: ManagedPerson): PersonAction[] => {
  if (mergedInto || withdrawnAt) return ['erase'];
  return [
    ...(registered === false && !suspendedAt ? (['suspend'] as const) : []),
    ...(userType === 'STUDENT' && registered !== false ? (['confirmProofs', 'resetDevices'] as const) : []),
    ...(hasSecondFactor ? (['resetSecondFactor'] as const) : []),
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
  if (person.withdrawnAt) return null;
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
      // The button is not highlighted, because the dialog emphasizes and confirms the action.
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
