import type { UnitStaff } from '@qr-attendance/contracts';
import { Button, EmptyState, PageHeader, PagesView } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnits } from '../../../shared/units.ts';
import { useOwnRoles } from '../../../shared/viewer.ts';
import { useUnitStaff } from '../api.ts';
import { StaffDrawer } from '../components/staff-drawer.tsx';
import { keyOfMember, StaffTable } from '../components/staff-table.tsx';
import '../../../shared/campus.css';

export const StaffPage = () => {
  const { t } = useTranslation('admin');
  const { mayManageStaff } = useOwnRoles();
  const staff = useUnitStaff();
  const { data: units = [] } = useUnits();
  const [asked, setAsked] = useState<{ member?: UnitStaff }>();
  return (
    <>
      <PageHeader
        title={t('staff.title')}
        help={t('staff.help')}
        action={
          mayManageStaff && (
            <Button type="primary" onClick={() => setAsked({})}>
              {t('staff.add')}
            </Button>
          )
        }
      />
      <PagesView pages={staff} errorMessage={t('staff.loadFailed')}>
        {(found) => (
          <StaffTable
            staff={found}
            onChange={(member) => setAsked({ member })}
            empty={<EmptyState message={t('staff.none')} />}
          />
        )}
      </PagesView>
      {asked && (
        <StaffDrawer
          key={asked.member ? keyOfMember(asked.member) : 'new'}
          member={asked.member}
          units={units}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
};
