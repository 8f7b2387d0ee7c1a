import { useTranslation } from 'react-i18next';
import { Choice } from '../../../shared/choice.tsx';
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
    <Choice
      label={t('courses.unit')}
      every={t('courses.everyUnit')}
      searchable
      options={units.map((unit) => ({ value: unit._id, label: labelOf(unit) }))}
      {...props}
    />
  );
};
