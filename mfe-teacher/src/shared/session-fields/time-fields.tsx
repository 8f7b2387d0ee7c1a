import { campusTimeZone, viewerIsElsewhere } from '@qr-attendance/web-kit';
import Col from 'antd/es/col';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Row from 'antd/es/row';
import theme from 'antd/es/theme';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The browser's own pickers: a phone's wheel, a keyboard's digits, and no script to load. */
export const TimeFields = () => {
  const { t } = useTranslation('teacher');
  const { token } = theme.useToken();
  const [elsewhere] = useState(() => viewerIsElsewhere(new Date()));
  const required = (field: string) => [{ required: true, message: t('form.required', { field }) }];
  return (
    <Row gutter={16}>
      {elsewhere && (
        <Col span={24} style={{ color: token.colorTextSecondary, marginBlockEnd: token.marginSM }}>
          {t('generate.campusTime', { zone: campusTimeZone().replaceAll('_', ' ') })}
        </Col>
      )}
      <Col xs={24} sm={8}>
        <Form.Item name="date" label={t('generate.date')} rules={required(t('generate.date'))}>
          <Input type="date" />
        </Form.Item>
      </Col>
      <Col xs={12} sm={8}>
        <Form.Item name="startTime" label={t('generate.startTime')} rules={required(t('generate.startTime'))}>
          <Input type="time" />
        </Form.Item>
      </Col>
      <Col xs={12} sm={8}>
        <Form.Item
          name="endTime"
          label={t('generate.endTime')}
          extra={t('generate.optional')}
          dependencies={['startTime']}
          rules={[
            ({ getFieldValue }) => ({
              validator: async (_rule, end?: string) => {
                if (end && end <= String(getFieldValue('startTime')))
                  throw new Error(t('generate.endBeforeStart'));
              },
            }),
          ]}
        >
          <Input type="time" />
        </Form.Item>
      </Col>
    </Row>
  );
};
