import { DEFAULT_LATE_AFTER_MINUTES } from '@qr-attendance/contracts';
import type { FormInstance } from 'antd';
import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { useSessionDefaults } from '../../../shared/api/sessions.ts';
import { LateField } from '../../../shared/session-fields/late-field.tsx';
import type { SessionFormValues } from '../session-form-values.ts';

/** The server applies the course's limit to an empty field, even if the defaults load after the submit. */
export const CourseLateField = ({ form }: { form: FormInstance<SessionFormValues> }) => {
  const { t } = useTranslation('teacher');
  const courseId = Form.useWatch('courseId', form);
  const { data: defaults } = useSessionDefaults(courseId);
  if (!defaults) return <LateField emptyHelp={t('generate.lateUnknown')} />;
  const { lateAfterMinutes = DEFAULT_LATE_AFTER_MINUTES } = defaults;
  const help = lateAfterMinutes > 0 ? 'generate.lateUsual' : 'generate.lateNever';
  return (
    <LateField emptyHelp={t(help, { count: lateAfterMinutes })} placeholder={String(lateAfterMinutes)} />
  );
};
