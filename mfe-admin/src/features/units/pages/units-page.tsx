import type { Unit } from '@qr-attendance/contracts';
import {
  Button,
  Card,
  ConfirmActionDialog,
  EmptyState,
  FilterBar,
  LinkButton,
  PageHeader,
  QueryView,
  useSearchText,
} from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '../../../shared/search-input.tsx';
import { toTree } from '../../../shared/unit-tree.ts';
import { useUnits } from '../../../shared/units.ts';
import { useIsAdmin } from '../../../shared/viewer.ts';
import { useDeleteUnit } from '../api.ts';
import { UnitDrawer } from '../components/unit-drawer.tsx';
import { UnitList, type UnitAction } from '../components/unit-list.tsx';
import '../../../shared/campus.css';

const DeleteUnit = ({ unit: { _id, name }, onClose }: { unit: Unit; onClose: () => void }) => {
  const { t } = useTranslation('admin');
  const remove = useDeleteUnit(_id);
  return (
    <ConfirmActionDialog
      title={t('units.deleteOf', { name })}
      text={t('units.deleteText')}
      confirm={t('units.delete')}
      act={() => remove.mutateAsync()}
      onGiveUp={remove.cancel}
      done={t('units.deleteDone', { name })}
      failure={t('units.deleteFailed')}
      onClose={onClose}
    />
  );
};

type UnitDialogState = { action: 'add'; unit?: undefined } | { action: UnitAction; unit: Unit };

const UnitDialog = ({
  asked,
  units,
  onClose,
}: {
  asked: UnitDialogState;
  units: Unit[];
  onClose: () => void;
}) => {
  const { action, unit } = asked;
  if (action === 'delete') return <DeleteUnit unit={unit} onClose={onClose} />;
  return (
    <UnitDrawer
      key={`${action} ${unit?._id}`}
      unit={action === 'edit' ? unit : undefined}
      parent={action === 'addBelow' ? unit : undefined}
      units={units}
      onClose={onClose}
    />
  );
};

export const UnitsPage = () => {
  const { t } = useTranslation('admin');
  const { search, ...text } = useSearchText();
  const query = useUnits();
  const [asked, setAsked] = useState<UnitDialogState>();
  const isAdmin = useIsAdmin();
  return (
    <>
      <PageHeader
        title={t('units.title')}
        help={t('units.help')}
        action={
          <div className="row">
            <LinkButton to="/admin/terms">{t('units.terms')}</LinkButton>
            {isAdmin && (
              <Button type="primary" onClick={() => setAsked({ action: 'add' })}>
                {t('units.add')}
              </Button>
            )}
          </div>
        }
      />
      <FilterBar>
        <SearchInput label={t('units.search')} {...text} />
      </FilterBar>
      <QueryView query={query} errorMessage={t('units.failed')}>
        {(units) => {
          const nodes = toTree(units, search);
          return (
            <>
              {nodes.length > 0 ? (
                <Card>
                  <div className="unit-tree">
                    <UnitList
                      nodes={nodes}
                      onSelect={isAdmin ? (action, unit) => setAsked({ action, unit }) : undefined}
                    />
                  </div>
                </Card>
              ) : (
                <EmptyState message={t(search ? 'units.noMatch' : 'units.none')} />
              )}
              {asked && <UnitDialog asked={asked} units={units} onClose={() => setAsked(undefined)} />}
            </>
          );
        }}
      </QueryView>
    </>
  );
};
