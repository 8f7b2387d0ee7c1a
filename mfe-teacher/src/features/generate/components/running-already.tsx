import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import Form from 'antd/es/form';
import { sessionsKey } from '../../../shared/api/session-keys.ts';
import { RunningNotice } from '../../../shared/running-notice.tsx';
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

/** Says that the chosen course has a session already. */
export const RunningAlready = ({ form }: { form: FormInstance<SessionFormValues> }) => {
  const courseId = Form.useWatch('courseId', form);
  const { data } = useActiveSessions(courseId);
  const running = data?.find((session) => stateOf(session) === 'running');
  return running ? <RunningNotice session={running} /> : null;
};
