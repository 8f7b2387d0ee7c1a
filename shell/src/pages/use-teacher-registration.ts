import {
  knownOr,
  routes,
  teacherRegistrationSchema,
  type TeacherRegistration,
} from '@qr-attendance/contracts';
import type { ApiClient } from '@qr-attendance/web-kit';
import { useEffect, useState } from 'react';

export const useTeacherRegistration = (api: ApiClient): TeacherRegistration => {
  const [policy, setPolicy] = useState<TeacherRegistration>('open');
  useEffect(() => {
    const leaving = new AbortController();
    api
      .call(routes.auth.getRegistrationPolicy, { signal: leaving.signal })
      .then(({ teacherRegistration }) => {
        const known = knownOr(teacherRegistrationSchema, teacherRegistration);
        if (known !== 'other') setPolicy(known);
      })
      .catch(() => undefined);
    return () => leaving.abort();
  }, [api]);
  return policy;
};
