import { routes } from '@qr-attendance/contracts';
import { LinkButton } from '@qr-attendance/ui-kit';
import { formatCampusTime, useApi, useBasePath } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { sessionsKey } from '../../../shared/api/session-keys.ts';
import { links } from '../../../shared/links.ts';
import { stateOf } from '../../../shared/session-state.ts';
import type { SessionFormValues } from '../session-form-values.ts';

const useActiveSessions = (courseId: string | undefined) => {
  const api = useApi();
  return useQuery({
    queryKey: [...sessionsKey, 'active', courseId],
    enabled: courseId !== undefined,
    queryFn: ({ signal }) =>
      api.call(routes.session.listSessions, { query: { active: 'true', courseId: courseId ?? '' }, signal }),
  });
};

/** Says that the chosen course has a session already: most who open a second one did not mean to. */
export const RunningAlready = ({ form }: { form: FormInstance<SessionFormValues> }) => {
  const { t } = useTranslation('teacher');
  const to = links(useBasePath());
  const courseId = Form.useWatch('courseId', form);
  const { data } = useActiveSessions(courseId);
  const running = data?.find((session) => stateOf(session) === 'running');
  if (!running) return null;
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      style={{ marginBlockEnd: 16 }}
      title={t('generate.runningAlready', {
        code: running.course.code || t('common:unknownCourse'),
        time: formatCampusTime(running.startTime),
      })}
      action={<LinkButton to={to.session(running._id)}>{t('generate.openRunning')}</LinkButton>}
    />
  );
};
