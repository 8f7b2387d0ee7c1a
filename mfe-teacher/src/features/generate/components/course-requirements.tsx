import { tokens } from '@qr-attendance/ui-kit';
import type { FormInstance } from 'antd';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionDefaults } from '../../../shared/api/sessions.ts';
import { draftOf } from '../../../shared/policy/policy-draft.ts';
import { PolicyFields } from '../../../shared/policy/policy-fields.tsx';
import { usePolicyWords } from '../../../shared/policy/use-policy-words.ts';
import type { SessionFormValues } from '../session-form-values.ts';

interface Props {
  form: FormInstance<SessionFormValues>;
  /** Also use it as the element's key, because each course has its own defaults. */
  courseId: string | undefined;
}

/** The policy is sent only if its fields are shown, so that the teacher has seen what is sent. */
const RequirementsSection = ({ form, courseId }: Props) => {
  const { t } = useTranslation('teacher');
  const headingId = useId();
  const fieldsId = useId();
  const words = usePolicyWords();
  const { data: defaults, error, refetch } = useSessionDefaults(courseId);
  const [open, setOpen] = useState(false);
  const toggle = () => {
    if (defaults) form.setFieldValue('policy', draftOf(defaults));
    setOpen(!open);
  };
  const summary = defaults
    ? words(defaults)
    : t(courseId ? (error ? 'policy.defaultsUnknown' : 'policy.defaultsLoading') : 'policy.chooseCourse');
  return (
    <section
      aria-labelledby={headingId}
      style={{
        padding: tokens.padding,
        marginBlockEnd: tokens.marginLG,
        border: `1px solid ${tokens.colorBorderSecondary}`,
        borderRadius: tokens.borderRadiusLG,
      }}
    >
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: tokens.marginSM, alignItems: 'center' }}>
        <div style={{ flex: '1 1 200px', minWidth: 0 }}>
          <h2 id={headingId} style={{ margin: 0, font: 'inherit', fontWeight: 600 }}>
            {t('policy.title')}
          </h2>
          <p style={{ margin: 0, color: tokens.colorTextSecondary, overflowWrap: 'anywhere' }}>
            {open ? t('policy.floor') : summary}
          </p>
        </div>
        {error && !defaults ? (
          <Button onClick={() => void refetch()}>{t('common:retry')}</Button>
        ) : (
          <Button disabled={!defaults} aria-expanded={open} aria-controls={fieldsId} onClick={toggle}>
            {t(open ? 'policy.useDefaults' : 'policy.change')}
          </Button>
        )}
      </div>
      <div id={fieldsId} style={open ? { marginBlockStart: tokens.margin } : undefined}>
        {open && <PolicyFields floor={defaults?.floor} />}
      </div>
    </section>
  );
};

export const CourseRequirements = ({ form }: Pick<Props, 'form'>) => {
  const courseId = Form.useWatch('courseId', form);
  return <RequirementsSection key={courseId} form={form} courseId={courseId} />;
};
