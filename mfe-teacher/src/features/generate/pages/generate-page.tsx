import type { Session } from '@qr-attendance/contracts';
import { EmptyState, LinkButton, PageHeader, QueryView } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useCoursesWith } from '../../../shared/api/courses.ts';
import { currentCodeOf, freshCode, type ShownCode } from '../../../shared/code/rotation.ts';
import { may } from '../../../shared/may.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { SessionForm } from '../components/session-form.tsx';
import { SessionResult } from '../components/session-result.tsx';

export const GeneratePage = () => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const courseId = search.get('course') ?? undefined;
  const courses = useCoursesWith(courseId);
  const [created, setCreated] = useState<{ session: Session; code: ShownCode }>();
  const [lastCourse, setLastCourse] = useState<string>();

  if (created) return <SessionResult {...created} onAnother={() => setCreated(undefined)} />;
  const show = (session: Session) => {
    const code = currentCodeOf(session);
    // The code is not valid yet, so there is nothing to show.
    if (!code || session.codeOpensAt) return void navigate(to.session(session._id));
    setLastCourse(session.course._id);
    setCreated({ session, code: freshCode(code, Date.now()) });
  };
  return (
    <>
      <PageHeader
        title={t('generate.title')}
        help={t('generate.help')}
        back={{ to: to.dashboard, label: t('generate.back') }}
      />
      <QueryView query={courses} errorMessage={t('specified:coursesFailed')}>
        {(all) => {
          const list = all.filter((course) => !course.archived && may(course, 'manageSessions'));
          return list.length ? (
            <SessionForm courses={list} courseId={lastCourse ?? courseId} onCreated={show} />
          ) : (
            <EmptyState
              message={t('generate.noCourses')}
              action={
                <LinkButton type="primary" to={to.courses}>
                  {t('generate.addCourse')}
                </LinkButton>
              }
            />
          );
        }}
      </QueryView>
    </>
  );
};
