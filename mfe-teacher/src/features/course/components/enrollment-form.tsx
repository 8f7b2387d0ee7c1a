import { enrollmentModeSchema, type EnrollmentSettings } from '@qr-attendance/contracts';
import { EditForm, Failure } from '@qr-attendance/ui-kit';
import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import Radio from 'antd/es/radio';
import { useTranslation } from 'react-i18next';
import { useChangeEnrollmentSettings, type EnrollmentChoice } from '../api.ts';

interface Props {
  courseId: string;
  settings: EnrollmentSettings;
  onClose: () => void;
}

export const EnrollmentForm = ({ courseId, settings, onClose }: Props) => {
  const { t } = useTranslation('teacher');
  const [form] = Form.useForm<EnrollmentChoice>();
  const mode = Form.useWatch('mode', form);
  const change = useChangeEnrollmentSettings(courseId);
  return (
    <EditForm<EnrollmentChoice>
      form={form}
      name={t('enrollment.title')}
      className="form-width"
      initialValues={{
        // A mode of a newer release is sent back unchanged.
        mode: settings.mode as EnrollmentChoice['mode'],
        mayLeave: settings.mayLeave,
        guests: settings.guests ?? false,
        newKey: undefined,
      }}
      mutation={change}
      send={(choice, outcome) =>
        change.mutate({ ...choice, newKey: choice.mode === 'KEY' ? choice.newKey : undefined }, outcome)
      }
      fields={[]}
      done={t('enrollment.saved')}
      confirm={t('enrollment.save')}
      onClose={onClose}
    >
      <Failure error={change.error} text={t('enrollment.saveFailed')} />
      <Form.Item name="mode" label={t('enrollment.who')}>
        <Radio.Group aria-label={t('enrollment.who')} className="stack gap-xs">
          {enrollmentModeSchema.options.map((one) => (
            <Radio key={one} value={one} autoFocus={one === settings.mode}>
              {t(`enrollment.mode.${one}`)}
              <span className="block muted small">{t(`enrollment.help.${one}`)}</span>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      {mode === 'KEY' && settings.key !== undefined && (
        <Form.Item name="newKey" valuePropName="checked">
          <Checkbox>
            {t('enrollment.newKey')}
            <span className="block muted small">{t('enrollment.newKeyHelp')}</span>
          </Checkbox>
        </Form.Item>
      )}
      <Form.Item name="mayLeave" valuePropName="checked">
        <Checkbox>
          {t('enrollment.mayLeave')}
          <span className="block muted small">{t('enrollment.mayLeaveHelp')}</span>
        </Checkbox>
      </Form.Item>
      <Form.Item name="guests" valuePropName="checked">
        <Checkbox>
          {t('enrollment.guests')}
          <span className="block muted small">{t('enrollment.guestsHelp')}</span>
        </Checkbox>
      </Form.Item>
    </EditForm>
  );
};
