import { DEFAULT_LATE_AFTER_MINUTES } from '@qr-attendance/contracts';
import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { useSessionDefaults } from '../api/sessions.ts';
import { LateField } from './late-field.tsx';

/** The server applies the course's limit to an empty field, even if the defaults load after the submit. */
export const CourseLateField = () => {
  const { t } = useTranslation('teacher');
  const form = Form.useFormInstance<{ courseId?: string }>();
  const courseId = Form.useWatch('courseId', form);
  const { data: defaults } = useSessionDefaults(courseId);
  if (!defaults) return <LateField emptyHelp={t('generate.lateUnknown')} />;
  const { lateAfterMinutes = DEFAULT_LATE_AFTER_MINUTES } = defaults;
  const help = lateAfterMinutes > 0 ? 'generate.lateUsual' : 'generate.lateNever';
  return (
    <LateField emptyHelp={t(help, { count: lateAfterMinutes })} placeholder={String(lateAfterMinutes)} />
  );
};
