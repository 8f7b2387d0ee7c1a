import type { Course } from '@qr-attendance/contracts';
import { useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import Card from 'antd/es/card';
import theme from 'antd/es/theme';
import { useTranslation } from 'react-i18next';
import { useEnroll } from '../api/enroll.ts';

export const AvailableCourseCard = ({ course }: { course: Course }) => {
  const { t } = useTranslation('student');
  const { token } = theme.useToken();
  const notify = useNotify();
  const enroll = useEnroll();
  const join = async () => {
    try {
      await enroll.mutateAsync(course._id);
      notify.success(t('enroll.enrolled'));
    } catch (error) {
      notify.error(messageOf(error, t('enroll.failed')));
    }
  };
  const facts = [
    [t('enroll.code'), course.code],
    ...(course.section ? [[t('enroll.section'), course.section]] : []),
    [t('enroll.semester'), course.semester],
    [t('enroll.teacher'), course.teacher.user?.name ?? t('enroll.unknownTeacher')],
  ];
  return (
    <Card
      style={{ height: '100%' }}
      styles={{ body: { height: '100%', display: 'flex', flexDirection: 'column', gap: token.marginSM } }}
    >
      <h2 style={{ margin: 0, fontSize: token.fontSizeLG, fontWeight: 600, overflowWrap: 'anywhere' }}>
        {course.name}
      </h2>
      <dl style={{ margin: 0, flex: 1, display: 'grid', gap: 2, alignContent: 'start' }}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'flex', gap: token.marginXS }}>
            <dt style={{ color: token.colorTextSecondary }}>{name}:</dt>
            <dd style={{ margin: 0, minWidth: 0, overflowWrap: 'anywhere' }}>{value}</dd>
          </div>
        ))}
      </dl>
      <Button
        type="primary"
        block
        loading={enroll.isPending}
        onClick={() => void join()}
        {...(enroll.isPending ? {} : { 'aria-label': t('enroll.enrollIn', { course: course.name }) })}
      >
        {t(enroll.isPending ? 'enroll.enrolling' : 'enroll.enroll')}
      </Button>
    </Card>
  );
};
