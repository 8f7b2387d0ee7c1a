import {
  DEFAULT_LATE_AFTER_MINUTES,
  type SessionDefaults,
  type SessionDefaultsChoice,
} from '@qr-attendance/contracts';
import { EditForm, Failure } from '@qr-attendance/ui-kit';
import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { toPolicyDraft, toPolicy, type PolicyFormValues } from '../../../shared/policy/policy-draft.ts';
import { PolicyFields } from '../../../shared/policy/policy-fields.tsx';
import { LateThresholdField } from '../../../shared/session-fields/class-fields.tsx';
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
  const update = useUpdateCourse(courseId);
  const { lateAfterMinutes = DEFAULT_LATE_AFTER_MINUTES, opensItself = false } = defaults;
  return (
    <EditForm<FormValues>
      name={t('courseDetails.defaults')}
      className="form-width"
      initialValues={{ policy: toPolicyDraft(defaults), lateAfterMinutes, opensItself }}
      mutation={update}
      send={({ policy, ...limits }, outcome) => {
        if (policy) update.mutate({ ...toPolicy(policy), ...limits }, outcome);
      }}
      fields={[]}
      otherFields={{
        'sessionDefaults.networks': ['policy', 'networks'],
        'sessionDefaults.lateAfterMinutes': ['lateAfterMinutes'],
      }}
      done={t('courseDetails.defaultsSaved')}
      confirm={t('courseDetails.saveDefaults')}
      onClose={onClose}
    >
      <Failure error={update.error} text={t('courseDetails.defaultsFailed')} />
      <PolicyFields autoFocus floor={defaults.floor} />
      <div className="above">
        <LateThresholdField />
      </div>
      <Form.Item name="opensItself" valuePropName="checked">
        <Checkbox>
          {t('courseDetails.opensItself')}
          <span className="block muted small">{t('courseDetails.opensItselfHelp')}</span>
        </Checkbox>
      </Form.Item>
    </EditForm>
  );
};
