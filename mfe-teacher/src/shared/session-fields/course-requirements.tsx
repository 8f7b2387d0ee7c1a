import type { SessionDefaultsChoice, SessionPolicy } from '@qr-attendance/contracts';
import { Button, Card } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionDefaults } from '../api/sessions.ts';
import { toPolicyDraft, type PolicyFormValues } from '../policy/policy-draft.ts';
import { PolicyFields } from '../policy/policy-fields.tsx';
import { useDescribePolicy } from '../policy/use-describe-policy.ts';

interface Props {
  chosen?: SessionDefaultsChoice | undefined;
}

/** Sends the policy only if its fields are shown, so that the teacher has seen what is sent. */
const RequirementsSection = ({
  courseId,
  chosen,
}: Props & {
  /** Must also be the element's key, because each course has its own defaults. */
  courseId: string | undefined;
}) => {
  const { t } = useTranslation('teacher');
  const form = Form.useFormInstance<PolicyFormValues>();
  const headingId = useId();
  const fieldsId = useId();
  const words = useDescribePolicy();
  const { data: usual, error, refetch } = useSessionDefaults(courseId);
  const defaults = usual && { ...usual, ...(chosen as Partial<SessionPolicy> | undefined) };
  const [open, setOpen] = useState(false);
  const toggle = () => {
    if (defaults) form.setFieldValue('policy', toPolicyDraft(defaults));
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

export const CourseRequirements = ({ chosen }: Props) => {
  const form = Form.useFormInstance<{ courseId?: string }>();
  const courseId = Form.useWatch('courseId', form);
  return <RequirementsSection key={courseId} courseId={courseId} chosen={chosen} />;
};
