import { knownOrOther, unitKindSchema, type Unit } from '@qr-attendance/contracts';
import { Drawer, EditForm, Failure } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaveUnit, type NewUnit } from '../api.ts';
import { childKindsOf, labelOf, possibleParentsOf } from '../../../shared/unit-tree.ts';

interface Props {
  unit: Unit | undefined;
  parent: Unit | undefined;
  units: Unit[];
  onClose: () => void;
}

const valuesOf = (unit: Unit | undefined, parent: Unit | undefined): NewUnit => ({
  kind: unitKindSchema.safeParse(unit?.kind).data ?? childKindsOf(parent)[0] ?? 'program',
  name: unit?.name ?? '',
  parentId: (unit ? unit.parentId : parent?._id) ?? '',
  externalId: unit?.externalId ?? '',
});

export const UnitDrawer = ({ unit, parent, units, onClose }: Props) => {
  const { t } = useTranslation('admin');
  const [form] = Form.useForm<NewUnit>();
  const [initialUnit] = useState(unit);
  const save = useSaveUnit(initialUnit);
  const [initialValues] = useState(() => valuesOf(unit, parent));
  const kind = Form.useWatch('kind', form) ?? initialValues.kind;
  const title = initialUnit ? t('units.editOf', { name: initialUnit.name }) : t('units.add');
  return (
    <Drawer title={title} onClose={onClose}>
      <EditForm<NewUnit>
        form={form}
        name={title}
        initialValues={initialValues}
        mutation={save}
        send={save.mutate}
        fields={['name', 'externalId', 'parentId']}
        done={({ name }) => t('units.saved', { name })}
        confirm={t(initialUnit ? 'units.save' : 'units.create')}
        onClose={onClose}
      >
        {!initialUnit && (
          <Form.Item name="kind" label={t('units.kind')}>
            <Select options={childKindsOf(parent).map((value) => ({ value, label: t(`units.${value}`) }))} />
          </Form.Item>
        )}
        <Form.Item
          name="name"
          label={t('units.name')}
          rules={[
            {
              required: true,
              whitespace: true,
              message: t('required', { field: t('units.name') }),
            },
          ]}
        >
          <Input maxLength={200} autoComplete="off" dir="auto" />
        </Form.Item>
        <Form.Item name="parentId" label={t('units.parent')}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={[
              { value: '', label: t('units.noParent') },
              ...possibleParentsOf(units, kind).map((one) => ({ value: one._id, label: labelOf(one) })),
            ]}
          />
        </Form.Item>
        <Form.Item name="externalId" label={t('units.externalId')} extra={t('units.externalIdHelp')}>
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        <Failure error={save.error} text={t('units.saveFailed')} />
      </EditForm>
    </Drawer>
  );
};

export const useKindName = () => {
  const { t } = useTranslation('admin');
  return ({ kind }: Pick<Unit, 'kind'>) => t(`units.${knownOrOther(unitKindSchema, kind)}`);
};
