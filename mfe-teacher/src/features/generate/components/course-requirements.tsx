import { Button, Card } from '@qr-attendance/ui-kit';
import type { FormInstance } from 'antd';
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
    <section aria-labelledby={headingId} className="below-lg">
      <Card compact>
        <div className="row">
          <div className="grow">
            <h2 id={headingId} className="title">
              {t('policy.title')}
            </h2>
            <p className="flush muted wrap">{open ? t('policy.floor') : summary}</p>
          </div>
          {error && !defaults ? (
            <Button onClick={() => void refetch()}>{t('common:retry')}</Button>
          ) : (
            <Button disabled={!defaults} aria-expanded={open} aria-controls={fieldsId} onClick={toggle}>
              {t(open ? 'policy.useDefaults' : 'policy.change')}
            </Button>
          )}
        </div>
        <div id={fieldsId} className={open ? 'above' : undefined}>
          {open && <PolicyFields floor={defaults?.floor} />}
        </div>
      </Card>
    </section>
  );
};

export const CourseRequirements = ({ form }: Pick<Props, 'form'>) => {
  const courseId = Form.useWatch('courseId', form);
  return <RequirementsSection key={courseId} form={form} courseId={courseId} />;
};
