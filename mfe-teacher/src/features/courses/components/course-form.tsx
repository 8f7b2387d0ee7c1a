import { showFieldErrors, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Card from 'antd/es/card';
import Col from 'antd/es/col';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Row from 'antd/es/row';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { useCreateCourse, type CourseForm as Values } from '../api/create-course.ts';

const semesters = [1, 2, 3, 4, 5, 6, 7, 8];

export const CourseForm = ({ onCreated }: { onCreated: () => void }) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const [form] = Form.useForm<Values>();
  const create = useCreateCourse();
  const required = (field: string) => [
    { required: true, whitespace: true, message: t('form.required', { field }) },
  ];
  const save = (values: Values) =>
    create.mutate(values, {
      onSuccess: () => {
        notify.success(t('specified:courseCreated'));
        onCreated();
      },
      onError: (error) => void showFieldErrors(form, error, Object.keys(values)),
    });
  return (
    <Card style={{ marginBlockEnd: 24 }}>
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={save}
        aria-label={t('courses.add')}
      >
        {create.error && (
          <Alert
            type="error"
            showIcon
            title={messageOf(create.error, t('specified:createCourseFailed'))}
            style={{ marginBlockEnd: 16 }}
          />
        )}
        <Row gutter={16}>
          <Col xs={24} md={12}>
            <Form.Item name="name" label={t('courses.name')} rules={required(t('courses.name'))}>
              <Input autoFocus maxLength={200} placeholder={t('courses.namePlaceholder')} />
            </Form.Item>
          </Col>
          <Col xs={24} md={12}>
            <Form.Item name="code" label={t('courses.code')} rules={required(t('courses.code'))}>
              <Input maxLength={30} placeholder={t('courses.codePlaceholder')} />
            </Form.Item>
          </Col>
          <Col xs={24} md={12}>
            <Form.Item name="section" label={t('courses.section')}>
              <Input maxLength={30} placeholder={t('courses.sectionPlaceholder')} />
            </Form.Item>
          </Col>
          <Col xs={24} md={12}>
            <Form.Item
              name="semester"
              label={t('courses.semester')}
              rules={[{ required: true, message: t('form.required', { field: t('courses.semester') }) }]}
            >
              <Select
                placeholder={t('courses.semesterPlaceholder')}
                options={semesters.map((value) => ({ value, label: String(value) }))}
              />
            </Form.Item>
          </Col>
        </Row>
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          {t('courses.create')}
        </Button>
      </Form>
    </Card>
  );
};
