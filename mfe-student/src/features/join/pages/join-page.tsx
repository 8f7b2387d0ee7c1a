import { type Course, routes } from '@qr-attendance/contracts';
import {
  ActionButton,
  Card,
  ErrorState,
  Facts,
  LinkButton,
  PageHeader,
  QueryView,
} from '@qr-attendance/ui-kit';
import { ApiError, useApiMutation, useApiQuery } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useLinks } from '../../../shared/use-links.ts';
import { SectionChoice, useCourseFacts } from '../../../shared/section-choice.tsx';
import { UserText } from '../../../shared/user-text.tsx';
import { courseKeys } from '../../../shared/api.ts';

const isInvalidLink = (error: unknown) =>
  error instanceof ApiError && error.code !== '' && [400, 404].includes(error.status);

export const JoinPage = () => {
  const { t } = useTranslation('student');
  const to = useLinks();
  const { token = '' } = useParams();
  const invitation = useInvitation(token);
  return (
    <>
      <PageHeader title={t('join.title')} back={{ to: to.dashboard, label: t('back') }} />
      {isInvalidLink(invitation.error) ? (
        <ErrorState
          message={t('join.invalid')}
          hint={t('join.invalidHint')}
          back={{ to: to.enroll, label: t('join.otherCourses') }}
        />
      ) : (
        <QueryView query={invitation} errorMessage={t('join.failed')}>
          {({ course, enrolled }) => <InvitationCard token={token} course={course} enrolled={enrolled} />}
        </QueryView>
      )}
    </>
  );
};

const InvitationCard = ({
  token: invitation,
  course,
  enrolled,
}: {
  token: string;
  course: Course;
  enrolled: boolean;
}) => {
  const { t } = useTranslation('student');
  const to = useLinks();
  const accept = useAcceptInvitation(invitation);
  const [sectionId, setSectionId] = useState<string>();
  const facts = useCourseFacts(course).map(({ name, value }) => ({
    name,
    value: <UserText>{value}</UserText>,
  }));
  return (
    <Card className="form-width">
      <h2 className="title below">
        <UserText>{course.name}</UserText>
      </h2>
      <Facts facts={facts} />
      <div className="above-lg">
        {enrolled ? (
          <>
            <p role="status">{t('join.enrolled')}</p>
            <LinkButton type="primary" size="large" block to={to.dashboard}>
              {t('join.done')}
            </LinkButton>
          </>
        ) : (
          <>
            <SectionChoice course={course} value={sectionId} onChange={setSectionId} />
            <ActionButton
              type="primary"
              size="large"
              block
              act={() => accept.mutateAsync(sectionId)}
              done={t('specified:enrolled')}
              failure={t('specified:enrollFailed')}
            >
              {t('join.action', { name: course.name })}
            </ActionButton>
          </>
        )}
      </div>
    </Card>
  );
};

const useInvitation = (token: string) => useApiQuery(routes.course.getInvitation, { params: { token } });

const useAcceptInvitation = (token: string) =>
  useApiMutation(
    routes.course.acceptInvitation,
    (sectionId: string | undefined) => ({
      params: { token },
      ...(sectionId !== undefined && { body: { sectionId } }),
    }),
    { refetches: courseKeys },
  );
