import { unitRoleSchema, type Unit, type UnitStaff } from '@qr-attendance/contracts';
import {
  Button,
  DayField,
  Drawer,
  Failure,
  showFieldErrors,
  unreadText,
  useNotify,
} from '@qr-attendance/ui-kit';
import { isDay } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Radio from 'antd/es/radio';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../shared/unit-tree.ts';
import { useSaveStaff, type StaffValues } from '../api.ts';

interface Props {
  /** Undefined for a new member. */
  member: UnitStaff | undefined;
  units: Unit[];
  onClose: () => void;
}

const dayRule = {
  validator: async (_rule: unknown, day?: string) => {
    if (day && !isDay(day)) throw new Error(unreadText('day'));
  },
};

export const StaffDrawer = ({ member, units, onClose }: Props) => {
  const { t } = useTranslation('admin');
  const notify = useNotify();
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
  const submit = (values: StaffValues) =>
    save.mutate(values, {
      onSuccess: () => {
        notify.success(t('staff.saved'));
        onClose();
      },
      onError: (error) => void showFieldErrors(form, error, ['person', 'role', 'from', 'until']),
    });
  const { data: role = 'program-administrator' } = unitRoleSchema.safeParse(member?.role);
  return (
    <Drawer title={title} onClose={onClose}>
      <Form<StaffValues>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ role, from: member?.from, until: member?.until }}
        onFinish={submit}
        aria-label={title}
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
          <Radio.Group className="stack gap-xs">
            {roles.map((one) => (
              <Radio key={one} value={one}>
                {t(`staff.roles.${one}`)}
                <span className="block muted small">{t(`staff.may.${one}`)}</span>
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
        <div className="admin-form-row">
          <Form.Item name="from" label={t('staff.from')} rules={[dayRule]}>
            <DayField />
          </Form.Item>
          <Form.Item name="until" label={t('staff.until')} rules={[dayRule]}>
            <DayField />
          </Form.Item>
        </div>
        <Failure error={save.error} text={t('staff.failed')} />
        <div className="row">
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {t(member ? 'staff.save' : 'staff.confirmAdd')}
          </Button>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
        </div>
      </Form>
    </Drawer>
  );
};
