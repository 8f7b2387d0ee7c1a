import type { StudentProfile } from '@qr-attendance/contracts';
import { Spinner } from '@qr-attendance/ui-kit';
import { retryableLazy, useIdentity } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';
import { hintFor } from '../refusal-of.ts';
import type { MarkingState } from '../use-marking.ts';
import { ErrorCard } from './error-card.tsx';
import { Join } from './join.tsx';
import { MarkStep } from './mark-step.tsx';

// The component is loaded on demand, because most students only need the last step.
const SetUpStep = retryableLazy(async () => (await import('./set-up-step.tsx')).SetUpStep, <Spinner />);
const ConfirmStep = retryableLazy(async () => (await import('./confirm-step.tsx')).ConfirmStep, <Spinner />);
const LocationStep = retryableLazy(
  async () => (await import('./location-step.tsx')).LocationStep,
  <Spinner />,
);
const SelfieStep = retryableLazy(async () => (await import('./selfie-step.tsx')).SelfieStep, <Spinner />);

interface Props {
  marking: MarkingState;
  ticket: string;
  course: { _id: string; name: string };
  security: string;
  onReady: () => void;
  onSetUp: (changed: Partial<StudentProfile>) => void;
}

export const MarkingCard = ({ marking, ticket, course, security, onReady, onSetUp }: Props) => {
  const { t } = useTranslation('attendance');
  const { user, reload } = useIdentity();
  const { name } = user;
  const { flow, step, steps, needs, dispatch, mark } = marking;
  // A passkey needs a separate press, because browsers show its dialog only after a press.
  const knowsPin = !needs.pin || needs.missingPin || flow.pin !== undefined;
  const marksNext = !needs.passkey && knowsPin && steps.every((one) => one === 'set-up' || one === 'mark');
  if (flow.attempt.state === 'failed')
    return (
      <>
        <Failed marking={marking} security={security} />
        {flow.attempt.refusal.code === 'not_enrolled' && (
          <Join course={course} onJoined={(pressed) => pressed && void mark()} />
        )}
      </>
    );
  if (flow.attempt.state === 'unconfirmed') return <ConfirmStep onConfirm={() => void mark()} />;
  const refusal = flow.retryStep?.step === step ? flow.retryStep.refusal : undefined;
  switch (step) {
    case 'set-up':
      return (
        <SetUpStep
          needs={needs}
          security={security}
          isLast={marksNext}
          onRequestConfirmation={() => {
            // The teacher may have confirmed the device meanwhile, and the next step depends on it.
            void reload();
            void mark();
          }}
          onDone={(changed, pin) => {
            onSetUp(changed);
            if (pin !== undefined) dispatch({ type: 'pin-entered', pin });
            if (marksNext) onReady();
          }}
        />
      );
    case 'location':
      return <LocationStep ticket={ticket} refusal={refusal} dispatch={dispatch} />;
    case 'selfie':
      return <SelfieStep ticket={ticket} refusal={refusal} dispatch={dispatch} />;
    case 'mark':
      return (
        <MarkStep
          why={t('mark.greeting', { name, course: course.name })}
          requiresPin={needs.pin && flow.pin === undefined}
          refusal={flow.retryStep?.step === 'pin' ? flow.retryStep.refusal : undefined}
          requiresPasskey={needs.passkey}
          withoutSelfie={flow.withoutSelfie}
          onMark={(pin) => void mark(pin)}
        />
      );
  }
};

const Failed = ({ marking, security }: { marking: MarkingState; security: string }) => {
  const { t } = useTranslation('attendance');
  const { reload } = useIdentity();
  const { flow, needs, dispatch } = marking;
  const { attempt } = flow;
  if (attempt.state !== 'failed') return null;
  /** The teacher may have confirmed the device meanwhile. A missing PIN is entered first. */
  const tryConfirmed = () => {
    void reload();
    if (needs.pin && flow.pin === undefined) dispatch({ type: 'restarted' });
    else void marking.mark();
  };
  const { message, code } = attempt.refusal;
  const actions = {
    retry: { label: t('error.retry'), onPress: () => void marking.mark() },
    confirmation: {
      label: t('error.retry'),
      onPress: tryConfirmed,
    },
    scan: { label: t('error.scan'), to: links.scan },
    security: { label: t('error.security'), to: security },
    enroll: { label: t('error.enroll'), to: links.enroll },
  };
  // The settings cannot switch off a passkey that the teacher requires.
  if (code === 'passkey_unsupported' && needs.isPasskeyRequiredByTeacher)
    return <ErrorCard message={message} hint={t('error.noPasskeyHere')} action={actions.retry} />;
  return (
    <ErrorCard
      title={attempt.recovery === 'confirmation' ? t('error.waiting') : undefined}
      message={message}
      hint={hintFor(code, t)}
      action={actions[attempt.recovery]}
    />
  );
};
