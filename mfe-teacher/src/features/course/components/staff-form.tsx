import {
  addedRoleSchema,
  type Complete,
  type Course,
  canLimitToSections,
  type StaffTerms,
} from '@qr-attendance/contracts';
import { DayItem, EditForm, Failure } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Radio from 'antd/es/radio';
import Select from 'antd/es/select';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { hasSections } from '../../../shared/sections.ts';

export interface StaffValues extends Complete<StaffTerms> {
  /** Set only for a new staff member. */
  person?: string;
}

export const termsOf = ({ role, from, until, sectionIds }: StaffValues): Complete<StaffTerms> => ({
  role,
  from: from || undefined,
  until: until || undefined,
  sectionIds: canLimitToSections(role) && sectionIds?.length ? sectionIds : undefined,
});

interface Props {
  name: string;
  course: Pick<Course, 'sections'>;
  initial: StaffValues;
  asksPerson?: boolean;
  confirm: string;
  failure: string;
  save: {
    error: Error | null;
    isPending: boolean;
    cancel: () => void;
    mutate: ComponentProps<typeof EditForm<StaffValues>>['send'];
  };
  done: string;
  onClose: () => void;
}

export const StaffForm = ({ name, course, initial, asksPerson = false, save, ...props }: Props) => {
  const { t } = useTranslation('teacher');
  const [form] = Form.useForm<StaffValues>();
  const role = Form.useWatch('role', form);
  const isNeeded = role === 'substitute';
  const dayRules = [{ required: isNeeded, message: t('staff.dayNeeded') }];
  return (
    <EditForm<StaffValues>
      form={form}
      name={name}
      className="form-width"
      initialValues={initial}
      mutation={save}
      send={save.mutate}
      fields={['person', 'role', 'sectionIds', 'from', 'until']}
      done={props.done}
      confirm={props.confirm}
      onClose={props.onClose}
    >
      <Failure error={save.error} text={props.failure} />
      {asksPerson && (
        <Form.Item
          name="person"
          label={t('staff.person')}
          extra={t('staff.personHelp')}
          rules={[{ required: true, whitespace: true, message: t('staff.personNeeded') }]}
        >
          <Input maxLength={254} autoFocus autoComplete="off" spellCheck={false} dir="auto" />
        </Form.Item>
      )}
      <Form.Item name="role" label={t('staff.roleLabel')}>
        <Radio.Group aria-label={t('staff.roleLabel')} className="stack gap-xs">
          {addedRoleSchema.options.map((one) => (
            <Radio key={one} value={one}>
              {t(`staff.role.${one}`)}
              <span className="block muted small">{t(`staff.help.${one}`)}</span>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      {role !== undefined && canLimitToSections(role) && hasSections(course) && (
        <Form.Item
          name="sectionIds"
          label={t('staff.sections')}
          extra={t(isNeeded ? 'staff.substituteSectionsHelp' : 'staff.sectionsHelp')}
        >
          <Select
            mode="multiple"
            placeholder={t('sections.all')}
            showSearch={{ optionFilterProp: 'label' }}
            options={course.sections.map(({ _id, name: label }) => ({ value: _id, label }))}
          />
        </Form.Item>
      )}
      <div className="field-grid">
        <DayItem name="from" label={t(isNeeded ? 'staff.from' : 'staff.fromOptional')} rules={dayRules} />
        <DayItem name="until" label={t(isNeeded ? 'staff.until' : 'staff.untilOptional')} rules={dayRules} />
      </div>
    </EditForm>
  );
};
