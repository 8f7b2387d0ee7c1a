import { attendanceStatusSchema, type AttendanceStatus, type Open } from '@qr-attendance/contracts';
import { StatusBadge, tokens } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import Radio from 'antd/es/radio';
import { useTranslation } from 'react-i18next';

/** The required choice `status` of a form, but for the one that the mark has already. */
export const StatusField = ({ except }: { except?: Open<AttendanceStatus> }) => {
  const { t } = useTranslation('teacher');
  const label = t('review.status');
  return (
    <Form.Item
      name="status"
      label={label}
      rules={[{ required: true, message: t('form.required', { field: label }) }]}
    >
      <Radio.Group aria-label={label} style={{ display: 'flex', flexWrap: 'wrap', columnGap: tokens.margin }}>
        {attendanceStatusSchema.options
          .filter((status) => status !== except)
          .map((status) => (
            <Radio key={status} value={status} style={{ margin: 0, minHeight: 44, alignItems: 'center' }}>
              <StatusBadge status={status} />
            </Radio>
          ))}
      </Radio.Group>
    </Form.Item>
  );
};
