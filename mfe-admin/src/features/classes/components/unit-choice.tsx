import { FilterChoice } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../shared/unit-tree.ts';
import { useUnits } from '../../../shared/units.ts';

interface Props {
  value: string | undefined;
  onChange: (unitId: string) => void;
}

export const UnitChoice = (props: Props) => {
  const { t } = useTranslation('admin');
  const { data: units = [] } = useUnits();
  return (
    <FilterChoice
      label={t('courses.unit')}
      every={t('courses.everyUnit')}
      searchable
      options={units.map((unit) => ({ value: unit._id, label: labelOf(unit) }))}
      {...props}
    />
  );
};
