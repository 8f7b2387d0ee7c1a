import {
  DEFAULT_LATE_AFTER_MINUTES,
  type SessionDefaults,
  type SessionDefaultsChoice,
} from '@qr-attendance/contracts';
import { Button, Failure, showFieldErrors, useNotify } from '@qr-attendance/ui-kit';
import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { draftOf, policyOf, type PolicyFormValues } from '../../../shared/policy/policy-draft.ts';
import { PolicyFields } from '../../../shared/policy/policy-fields.tsx';
import { LateField } from '../../../shared/session-fields/late-field.tsx';
import { useUpdateCourse } from '../api.ts';

interface FormValues extends PolicyFormValues {
  lateAfterMinutes: number;
  opensItself: boolean;
}

interface Props {
  courseId: string;
  defaults: SessionDefaults & Pick<SessionDefaultsChoice, 'opensItself'>;
  onClose: () => void;
}

export const SessionDefaultsForm = ({ courseId, defaults, onClose }: Props) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const [form] = Form.useForm<FormValues>();
  const update = useUpdateCourse(courseId);
  const { lateAfterMinutes = DEFAULT_LATE_AFTER_MINUTES, opensItself = false } = defaults;
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
      initialValues={{ policy: draftOf(defaults), lateAfterMinutes, opensItself }}
      onFinish={save}
      aria-label={t('courseDetails.defaults')}
      className="form-width"
    >
      <Failure error={update.error} text={t('courseDetails.defaultsFailed')} />
      <PolicyFields autoFocus floor={defaults.floor} />
      <div className="above">
        <LateField />
      </div>
      <Form.Item name="opensItself" valuePropName="checked">
        <Checkbox>
          {t('courseDetails.opensItself')}
          <span className="block muted small">{t('courseDetails.opensItselfHelp')}</span>
        </Checkbox>
      </Form.Item>
      <div className="row above">
        <Button type="primary" htmlType="submit" loading={update.isPending}>
          {t('courseDetails.saveDefaults')}
        </Button>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
      </div>
    </Form>
  );
};
