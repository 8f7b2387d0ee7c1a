import { TeamOutlined } from '@ant-design/icons';
import { enrollmentWaySchema, knownOr } from '@qr-attendance/contracts';
import { Button, LinkButton, LoadingState, TextField } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';
import { useAskToJoin, useEnrollmentState, useJoin, usePresenceToldOf } from '../api/enrollment.ts';
import { Problem } from './problem.tsx';
import { StepCard } from './step-card.tsx';

export interface JoinProps {
  course: { _id: string; name: string };
  /** Of the scan, where the session's teacher does not know yet that somebody is here who can't mark. */
  ticket?: string;
  /** In the course from now on. @param pressed whether by a press here */
  onJoined: (pressed: boolean) => void;
}

/** The first step for who is not in the course: joining it where that is possible, else at once what to do instead. */
export const JoinStep = ({ course, ticket, onJoined }: JoinProps) => {
  const { t } = useTranslation('attendance');
  const state = useEnrollmentState(course._id);
  const enrolled = state.data?.enrolled;
  const skip = useEffectEvent(() => onJoined(false));
  useEffect(() => {
    if (enrolled) skip();
  }, [enrolled]);
  if (state.error)
    return (
      <StepCard icon={<TeamOutlined />} title={t('join.title')}>
        <Problem message={messageOf(state.error, t('join.unknown'))} />
        <Button type="primary" size="large" block onClick={() => void state.refetch()}>
          {t('error.retry')}
        </Button>
      </StepCard>
    );
  if (!state.data || enrolled) return <LoadingState />;
  const way = knownOr(enrollmentWaySchema, state.data.way);
  if (way === 'OPEN' || way === 'KEY')
    return <JoinForm course={course} asksKey={way === 'KEY'} onJoined={() => onJoined(true)} />;
  if (way === 'APPROVAL') return <AskStep course={course} />;
  return (
    <StepCard icon={<TeamOutlined />} title={t('join.title')} why={t(`join.cannot.${way}`)}>
      {way === 'WAITING' && ticket && <TellTeacher ticket={ticket} onMarked={() => onJoined(true)} />}
      <Button size="large" block loading={state.isFetching} onClick={() => void state.refetch()}>
        {t('join.checkAgain')}
      </Button>
      <LinkButton size="large" block to={links.dashboardOf('STUDENT')}>
        {t('toDashboard')}
      </LinkButton>
    </StepCard>
  );
};

/** For a course whose teacher lets students in. */
const AskStep = ({ course }: Pick<JoinProps, 'course'>) => {
  const { t } = useTranslation('attendance');
  const ask = useAskToJoin(course._id);
  return (
    <StepCard icon={<TeamOutlined />} title={t('join.title')} why={t('join.whyAsk')}>
      {ask.error && <Problem message={messageOf(ask.error, t('specified:enrollFailed'))} />}
      <Button
        type="primary"
        size="large"
        block
        loading={ask.isPending}
        onClick={() => ask.mutate()}
        style={{ height: 'auto', whiteSpace: 'normal' }}
      >
        {t('join.ask', { course: course.name })}
      </Button>
    </StepCard>
  );
};

/** Puts who waits on the list of those who are here and can't mark, from which the teacher lets them in. */
const TellTeacher = ({ ticket, onMarked }: { ticket: string; onMarked: () => void }) => {
  const { data: marked } = usePresenceToldOf(ticket);
  const goOn = useEffectEvent(onMarked);
  useEffect(() => {
    if (marked) goOn();
  }, [marked]);
  return null;
};

interface FormProps {
  course: JoinProps['course'];
  asksKey: boolean;
  onJoined: () => void;
}

const JoinForm = ({ course, asksKey, onJoined }: FormProps) => {
  const { t } = useTranslation('attendance');
  const join = useJoin(course._id);
  const [key, setKey] = useState('');
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (asksKey && !key.trim()) return setError(t('join.keyMissing'));
    try {
      await join.mutateAsync(asksKey ? key : undefined);
      onJoined();
    } catch (failure) {
      setError(messageOf(failure, t('specified:enrollFailed')));
    }
  };
  return (
    <StepCard
      icon={<TeamOutlined />}
      title={t('join.title')}
      why={t(asksKey ? 'join.whyKey' : 'join.why')}
      hasOwnFocus={asksKey}
    >
      {error && !asksKey && <Problem message={error} />}
      <form noValidate onSubmit={(event) => void submit(event)}>
        {asksKey && (
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
          style={{ height: 'auto', whiteSpace: 'normal' }}
        >
          {t('join.action', { course: course.name })}
        </Button>
      </form>
    </StepCard>
  );
};
