import { TeamOutlined } from '@ant-design/icons';
import { enrollmentWaySchema, knownOr } from '@qr-attendance/contracts';
import { LinkButton, LoadingState, TextField } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';
import { useEnrollmentState, useJoin } from '../api/enrollment.ts';
import { Problem } from './problem.tsx';
import { StepCard } from './step-card.tsx';

interface Props {
  course: { _id: string; name: string };
  /** In the course from now on. @param pressed whether by a press here */
  onJoined: (pressed: boolean) => void;
}

/** The first step for who is not in the course: joining it where that is possible, else at once what to do instead. */
export const JoinStep = ({ course, onJoined }: Props) => {
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
  return (
    <StepCard icon={<TeamOutlined />} title={t('join.title')} why={t(`join.cannot.${way}`)}>
      <Button size="large" block loading={state.isFetching} onClick={() => void state.refetch()}>
        {t('join.checkAgain')}
      </Button>
      <LinkButton size="large" block to={links.dashboardOf('STUDENT')}>
        {t('toDashboard')}
      </LinkButton>
    </StepCard>
  );
};

interface FormProps {
  course: Props['course'];
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
