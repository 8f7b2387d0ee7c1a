import { TeamOutlined } from '@ant-design/icons';
import { enrollmentWaySchema, knownOrOther } from '@qr-attendance/contracts';
import { Button, LinkButton, LoadingState, PlainForm, TextField } from '@qr-attendance/ui-kit';
import {
  enrollmentStateRequest,
  isStopped,
  messageOf,
  useRetryNow,
  useWakeLock,
} from '@qr-attendance/web-kit';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';
import { useRequestEnrollment, useEnrollmentState, useJoin, useReportPresence } from '../join-api.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { StepCard } from './step-card.tsx';

export interface JoinProps {
  course: { _id: string; name: string };
  /** Set until the teacher has been notified that this student is present but cannot mark. */
  ticket?: string;
  onJoined: (pressed: boolean) => void;
}

export const JoinStep = ({ course, ticket, onJoined }: JoinProps) => {
  const { t } = useTranslation('attendance');
  const state = useEnrollmentState(course._id);
  return (
    <>
      <WayToJoin
        course={course}
        state={state}
        onJoined={onJoined}
        {...(ticket !== undefined && { ticket })}
      />
      {state.data?.guests && !state.data.enrolled && (
        <div className="stack above">
          <Button size="large" block onClick={() => onJoined(true)}>
            {t('join.asGuest')}
          </Button>
          <p className="flush muted">{t('join.guestHelp')}</p>
        </div>
      )}
    </>
  );
};

interface WayProps extends JoinProps {
  state: ReturnType<typeof useEnrollmentState>;
}

const WayToJoin = ({ course, ticket, onJoined, state }: WayProps) => {
  const { t } = useTranslation('attendance');
  const enrolled = state.data?.enrolled;
  useWakeLock(state.data?.way === 'WAITING');
  const skip = useEffectEvent(() => onJoined(false));
  useEffect(() => {
    if (enrolled) skip();
  }, [enrolled]);
  const retryNow = useRetryNow();
  const failure = state.error ?? state.failureReason;
  // A failing refetch does not interrupt a student who waits for approval.
  if (failure && (!state.data || isStopped(failure, enrollmentStateRequest)))
    return (
      <StepCard icon={<TeamOutlined />} title={t('join.title')}>
        <ProblemNotice message={messageOf(failure, t('join.unknown'))} />
        <Button type="primary" size="large" block onClick={() => void retryNow(state)}>
          {t('error.retry')}
        </Button>
      </StepCard>
    );
  if (!state.data || enrolled) return <LoadingState />;
  const way = knownOrOther(enrollmentWaySchema, state.data.way);
  if (way === 'OPEN' || way === 'KEY')
    return <JoinForm course={course} requiresKey={way === 'KEY'} onJoined={() => onJoined(true)} />;
  if (way === 'APPROVAL') return <RequestStep course={course} />;
  return (
    <StepCard icon={<TeamOutlined />} title={t('join.title')} why={t(`join.cannot.${way}`)}>
      {way === 'WAITING' && ticket && <ReportPresence ticket={ticket} onMarked={() => onJoined(true)} />}
      <Button size="large" block loading={state.isFetching} onClick={() => void state.refetch()}>
        {t('join.checkAgain')}
      </Button>
      <LinkButton size="large" block to={links.dashboardOf('STUDENT')}>
        {t('toDashboard')}
      </LinkButton>
    </StepCard>
  );
};

const RequestStep = ({ course }: Pick<JoinProps, 'course'>) => {
  const { t } = useTranslation('attendance');
  const ask = useRequestEnrollment(course._id);
  return (
    <StepCard icon={<TeamOutlined />} title={t('join.title')} why={t('join.whyAsk')}>
      {ask.error && <ProblemNotice message={messageOf(ask.error, t('specified:enrollFailed'))} />}
      <Button
        type="primary"
        size="large"
        block
        loading={ask.isPending}
        onClick={() => ask.mutate()}
        className="wrapping-button"
      >
        {t('join.ask', { course: course.name })}
      </Button>
    </StepCard>
  );
};

const ReportPresence = ({ ticket, onMarked }: { ticket: string; onMarked: () => void }) => {
  const { data: marked } = useReportPresence(ticket);
  const resume = useEffectEvent(onMarked);
  useEffect(() => {
    if (marked) resume();
  }, [marked]);
  return null;
};

interface FormProps {
  course: JoinProps['course'];
  requiresKey: boolean;
  onJoined: () => void;
}

const JoinForm = ({ course, requiresKey, onJoined }: FormProps) => {
  const { t } = useTranslation('attendance');
  const join = useJoin(course._id);
  const [key, setKey] = useState('');
  const [error, setError] = useState<string>();
  const submit = async () => {
    if (requiresKey && !key.trim()) return setError(t('join.keyMissing'));
    try {
      await join.mutateAsync(requiresKey ? key : undefined);
      onJoined();
    } catch (failure) {
      setError(messageOf(failure, t('specified:enrollFailed')));
    }
  };
  return (
    <StepCard
      icon={<TeamOutlined />}
      title={t('join.title')}
      why={t(requiresKey ? 'join.whyKey' : 'join.why')}
      hasOwnFocus={requiresKey}
    >
      {error && !requiresKey && <ProblemNotice message={error} />}
      <PlainForm busy={join.isPending} onSubmit={() => void submit()}>
        {requiresKey && (
          <TextField
            label={t('join.key')}
            error={error}
            large
            autoFocus
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={50}
            value={key}
            onChange={({ target }) => {
              setKey(target.value);
              setError(undefined);
            }}
          />
        )}
        <Button
          type="primary"
          size="large"
          block
          htmlType="submit"
          loading={join.isPending}
          className="wrapping-button"
        >
          {t('join.action', { course: course.name })}
        </Button>
      </PlainForm>
    </StepCard>
  );
};
