import { routes } from '@qr-attendance/contracts';
import { useApiQuery } from '@qr-attendance/web-kit';
import type { FormInstance } from 'antd';
import Form from 'antd/es/form';
import { RunningNotice } from '../../../shared/running-notice.tsx';
import { stateOf } from '../../../shared/session-state.ts';
import type { SessionFormValues } from '../session-form-values.ts';

export const RunningSessionWarning = ({ form }: { form: FormInstance<SessionFormValues> }) => {
  const courseId = Form.useWatch('courseId', form);
  const { data } = useApiQuery(
    routes.session.listSessions,
    { query: { active: 'true', courseId } },
    { enabled: courseId !== undefined },
  );
  const running = data?.find((session) => stateOf(session) === 'running');
  return running ? <RunningNotice session={running} /> : null;
};
