import { DEFAULT_LATE_AFTER_MINUTES, type SessionDefaults } from '@qr-attendance/contracts';
import { Failure, showFieldErrors, useNotify, tokens } from '@qr-attendance/ui-kit';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { draftOf, policyOf, type PolicyFormValues } from '../../../shared/policy/policy-draft.ts';
import { PolicyFields } from '../../../shared/policy/policy-fields.tsx';
import { LateField } from '../../../shared/session-fields/late-field.tsx';
import { useUpdateCourse } from '../api.ts';

interface FormValues extends PolicyFormValues {
  lateAfterMinutes: number;
}

interface Props {
  courseId: string;
  defaults: SessionDefaults;
  onClose: () => void;
}

export const SessionDefaultsForm = ({ courseId, defaults, onClose }: Props) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const [form] = Form.useForm<FormValues>();
  const update = useUpdateCourse(courseId);
  const { lateAfterMinutes = DEFAULT_LATE_AFTER_MINUTES } = defaults;
  const save = ({ policy, ...limits }: FormValues) => {
    if (!policy) return;
    update.mutate(
      { ...policyOf(policy), ...limits },
      {
        onSuccess: () => {
          notify.success(t('courseDetails.defaultsSaved'));
          onClose();
        },
        onError: (error) =>
          void showFieldErrors(form, error, [], {
            'sessionDefaults.networks': ['policy', 'networks'],
            'sessionDefaults.lateAfterMinutes': ['lateAfterMinutes'],
          }),
      },
    );
  };
  return (
    <Form<FormValues>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ policy: draftOf(defaults), lateAfterMinutes }}
      onFinish={save}
      aria-label={t('courseDetails.defaults')}
      style={{ maxWidth: 560 }}
    >
      <Failure error={update.error} text={t('courseDetails.defaultsFailed')} />
      <PolicyFields autoFocus floor={defaults.floor} />
      <div style={{ marginBlockStart: tokens.margin }}>
        <LateField />
      </div>
      <div
        style={{ display: 'flex', flexWrap: 'wrap', gap: tokens.marginSM, marginBlockStart: tokens.margin }}
      >
        <Button type="primary" htmlType="submit" loading={update.isPending}>
          {t('courseDetails.saveDefaults')}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </div>
    </Form>
  );
};
