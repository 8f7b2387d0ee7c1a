import { CheckCircleFilled, StopOutlined } from '@ant-design/icons';
import type { ManagedPerson } from '@qr-attendance/contracts';
import { Badge, ResponsiveTable, SourceNote } from '@qr-attendance/ui-kit';
import { departmentLabel, formatDay, formatDayTime, useRoleName } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonActions, type PersonAction } from './person-actions.tsx';

const AccountState = ({
  person: { suspendedAt, suspendedBecause, registered, mergedInto, withdrawnAt },
}: {
  person: ManagedPerson;
}) => {
  const { t } = useTranslation('admin');
  if (withdrawnAt)
    return (
      <>
        <Badge tone="info">{t('people.withdrawn')}</Badge>
        <div className="muted small">{t('people.withdrawnOn', { day: formatDay(withdrawnAt) })}</div>
      </>
    );
  if (mergedInto)
    return (
      <>
        <Badge tone="info">{t('people.merged')}</Badge>
        <div className="muted small">{t('people.mergedInto', { name: mergedInto.name })}</div>
      </>
    );
  if (!suspendedAt && registered === false)
    return (
      <span className="nowrap">
        <Badge tone="info">{t('people.unregistered')}</Badge>
      </span>
    );
  if (!suspendedAt)
    return (
      <Badge tone="success" icon={<CheckCircleFilled aria-hidden />}>
        {t('people.active')}
      </Badge>
    );
  return (
    <>
      <Badge tone="error" icon={<StopOutlined aria-hidden />}>
        {t('people.suspended')}
      </Badge>
      <div className="muted small">
        {t('people.suspendedOn', { day: formatDay(suspendedAt), reason: suspendedBecause })}
      </div>
    </>
  );
};

interface Props {
  people: ManagedPerson[];
  ownId: string;
  onSelect: (action: PersonAction, person: ManagedPerson) => void;
  empty: ReactNode;
}

export const PeopleTable = ({ people, ownId, onSelect, empty }: Props) => {
  const { t } = useTranslation('admin');
  const roleName = useRoleName();
  return (
    <ResponsiveTable<ManagedPerson>
      rows={people}
      rowKey="_id"
      empty={empty}
      columns={[
        {
          key: 'name',
          title: t('people.name'),
          render: ({ name, email, institutionId, usn, regNo, source }) => (
            <div className="admin-person">
              <div dir="auto">{name}</div>
              <div className="muted small">{email}</div>
              <div className="muted small">{[institutionId, usn, regNo].filter(Boolean).join(' · ')}</div>
              <SourceNote source={source} />
            </div>
          ),
        },
        {
          key: 'userType',
          title: t('people.userType'),
          // A separate column for departments would not fit on a small laptop.
          render: ({ userType, department }) => (
            <>
              <span className="nowrap">{roleName(userType)}</span>{' '}
              <span className="block muted small">{department && departmentLabel(department)}</span>
            </>
          ),
        },
        {
          key: 'since',
          title: t('people.since'),
          render: ({ createdAt }) => (
            <time dateTime={createdAt} title={formatDayTime(createdAt)}>
              {formatDay(createdAt)}
            </time>
          ),
        },
        {
          key: 'devices',
          title: t('people.devices'),
          phone: 'named',
          render: ({ deviceCount }) => deviceCount ?? '–',
        },
        {
          key: 'state',
          title: t('people.state'),
          phone: 'status',
          render: (person) => (
            <>
              <AccountState person={person} />
              {person.hasSecondFactor && <div className="muted small">{t('people.secondFactor')}</div>}
            </>
          ),
        },
        {
          key: 'actions',
          title: t('common:actions'),
          render: (person) =>
            person._id === ownId ? (
              t('people.you')
            ) : (
              <PersonActions person={person} onSelect={(action) => onSelect(action, person)} />
            ),
        },
      ]}
    />
  );
};
