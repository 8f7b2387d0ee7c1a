import type { Unit } from '@qr-attendance/contracts';
import { Button, SourceNote } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { childKindsOf, type UnitNode } from '../../../shared/unit-tree.ts';
import { useKindName } from './unit-drawer.tsx';

export type UnitAction = 'addBelow' | 'edit' | 'delete';

interface Props {
  nodes: UnitNode[];
  /** Undefined if the viewer may not change units. */
  onSelect: ((action: UnitAction, unit: Unit) => void) | undefined;
}

const actionsOf = (unit: Unit, children: UnitNode[]): UnitAction[] => [
  ...(childKindsOf(unit).length > 0 ? (['addBelow'] as const) : []),
  'edit',
  ...(children.length === 0 ? (['delete'] as const) : []),
];

export const UnitList = ({ nodes, onSelect }: Props) => {
  const { t } = useTranslation('admin');
  const kindName = useKindName();
  return (
    <ul>
      {nodes.map(({ unit, children }) => (
        <li key={unit._id}>
          <div className="unit-row">
            <div className="unit-name">
              <bdi>{unit.name}</bdi>
              <span>
                {kindName(unit)}
                {unit.externalId && ` · ${unit.externalId}`}
              </span>
              <SourceNote source={unit.source} />
            </div>
            <div className="admin-table-actions">
              {(onSelect ? actionsOf(unit, children) : []).map((action) => (
                <Button
                  key={action}
                  type="text"
                  size="small"
                  aria-label={t(`units.${action}Of`, { name: unit.name })}
                  onClick={() => onSelect?.(action, unit)}
                >
                  {t(`units.${action}`)}
                </Button>
              ))}
            </div>
          </div>
          {children.length > 0 && <UnitList nodes={children} onSelect={onSelect} />}
        </li>
      ))}
    </ul>
  );
};
