import { unitRoleSchema, type Unit, type UnitStaff } from '@qr-attendance/contracts';
import { DayItem, Drawer, EditForm, Failure } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Radio from 'antd/es/radio';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../shared/unit-tree.ts';
import { useSaveStaff, type StaffValues } from '../api.ts';

interface Props {
  member: UnitStaff | undefined;
  units: Unit[];
  onClose: () => void;
}

export const StaffDrawer = ({ member, units, onClose }: Props) => {
  const { t } = useTranslation('admin');
  const [form] = Form.useForm<StaffValues>();
  const save = useSaveStaff(member);
  const unitId = Form.useWatch('unitId', form) ?? member?.unit._id;
  const isInstitution = units.find(({ _id }) => _id === unitId)?.kind === 'institution';
  const roles = unitRoleSchema.options.filter(
    (role) => role !== 'institution-administrator' || isInstitution,
  );
  const title = member ? t('staff.changeOf', { name: member.user.name }) : t('staff.add');
  const required = (field: string) => ({
    required: true,
    whitespace: true,
    message: t('common:required', { field }),
  });
  const { data: role = 'program-administrator' } = unitRoleSchema.safeParse(member?.role);
  return (
    <Drawer title={title} onClose={onClose}>
      <EditForm<StaffValues>
        form={form}
        name={title}
        initialValues={{ role, from: member?.from, until: member?.until }}
        mutation={save}
        send={save.mutate}
        fields={['person', 'role', 'from', 'until']}
        done={t('staff.saved')}
        confirm={t(member ? 'staff.save' : 'staff.confirmAdd')}
        onClose={onClose}
      >
        {!member && (
          <>
            <Form.Item
              name="person"
              label={t('staff.person')}
              extra={t('staff.personHelp')}
              rules={[required(t('staff.person'))]}
            >
              <Input maxLength={254} autoComplete="off" spellCheck={false} dir="auto" />
            </Form.Item>
            <Form.Item name="unitId" label={t('staff.unit')} rules={[required(t('staff.unit'))]}>
              <Select
                showSearch={{ optionFilterProp: 'label' }}
                options={units.map((unit) => ({ value: unit._id, label: labelOf(unit) }))}
              />
            </Form.Item>
          </>
        )}
        <Form.Item name="role" label={t('staff.role')}>
          <Radio.Group aria-label={t('staff.role')} className="stack gap-xs">
            {roles.map((one) => (
              <Radio key={one} value={one}>
                {t(`staff.roles.${one}`)}
                <span className="block muted small">{t(`staff.may.${one}`)}</span>
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
        <div className="admin-form-row">
          <DayItem name="from" label={t('staff.from')} />
          <DayItem name="until" label={t('staff.until')} />
        </div>
        <Failure error={save.error} text={t('staff.failed')} />
      </EditForm>
    </Drawer>
  );
};
