import { knownOrOther, unitRoleSchema, type UnitStaff } from '@qr-attendance/contracts';
import { Button, ConfirmButton, ResponsiveTable, SourceNote } from '@qr-attendance/ui-kit';
import { formatDay, useIdentity } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnRoles } from '../../../shared/viewer.ts';
import { useRemoveStaff } from '../api.ts';

interface Props {
  staff: UnitStaff[];
  empty: ReactNode;
  onChange: (member: UnitStaff) => void;
}

export const keyOfMember = ({ unit, user }: UnitStaff): string => `${unit._id} ${user._id}`;

const RemoveButton = ({ member }: { member: UnitStaff }) => {
  const { t } = useTranslation('admin');
  const remove = useRemoveStaff(member);
  const name = member.user.name ?? t('common:unknown');
  return (
    <ConfirmButton
      type="text"
      size="small"
      label={t('staff.remove')}
      aria-label={t('staff.removeOf', { name })}
      question={{
        title: t('staff.removeOf', { name }),
        text: t('staff.removeText', { unit: member.unit.name }),
      }}
      act={() => remove.mutateAsync()}
      onGiveUp={remove.cancel}
      done={t('staff.removed', { name })}
      failure={t('staff.removeFailed')}
    />
  );
};

const Days = ({ from, until }: Pick<UnitStaff, 'from' | 'until'>) => {
  const { t } = useTranslation('admin');
  const days = [
    from && t('staff.fromDay', { day: formatDay(from) }),
    until && t('staff.untilDay', { day: formatDay(until) }),
  ].filter(Boolean);
  return <>{days.length > 0 ? days.join(' ') : t('staff.always')}</>;
};

export const StaffTable = ({ staff, empty, onChange }: Props) => {
  const { t } = useTranslation('admin');
  const { user } = useIdentity();
  const { mayManageStaff } = useOwnRoles();
  const roleName = (role: string) => t(`staff.roles.${knownOrOther(unitRoleSchema, role)}`);
  return (
    <ResponsiveTable<UnitStaff>
      rows={staff}
      rowKey={keyOfMember}
      empty={empty}
      columns={[
        {
          key: 'person',
          title: t('staff.name'),
          render: ({ user: { name } }) => <bdi>{name ?? t('common:unknown')}</bdi>,
        },
        {
          key: 'role',
          title: t('staff.role'),
          phone: 'status',
          render: ({ role, source }) => (
            <>
              {roleName(role)}
              <SourceNote source={source} roleName={roleName} />
            </>
          ),
        },
        {
          key: 'unit',
          title: t('staff.unit'),
          render: ({ unit: { path, name } }) => (
            <>
              <bdi>{name}</bdi>
              {path.length > 0 && <span className="block muted small">{path.join(' › ')}</span>}
            </>
          ),
        },
        {
          key: 'days',
          title: t('staff.days'),
          render: ({ from, until }) => <Days from={from} until={until} />,
        },
        {
          key: 'actions',
          title: t('common:actions'),
          render: (member) => (
            <div className="admin-table-actions">
              {mayManageStaff && (
                <Button
                  type="text"
                  size="small"
                  aria-label={t('staff.changeOf', { name: member.user.name })}
                  onClick={() => onChange(member)}
                >
                  {t('staff.change')}
                </Button>
              )}
              {(mayManageStaff || member.user._id === user._id) && <RemoveButton member={member} />}
            </div>
          ),
        },
      ]}
    />
  );
};
