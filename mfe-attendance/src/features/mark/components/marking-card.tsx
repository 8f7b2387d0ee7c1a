import type { StudentProfile } from '@qr-attendance/contracts';
import { Spinner } from '@qr-attendance/ui-kit';
import { useIdentity } from '@qr-attendance/web-kit';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';
import { hintFor } from '../refusal-of.ts';
import type { Marking } from '../use-marking.ts';
import { ErrorCard } from './error-card.tsx';
import { Join } from './join.tsx';
import { MarkStep } from './mark-step.tsx';

/** Needed once by each student. */
const SetUpStep = lazy(async () => ({ default: (await import('./set-up-step.tsx')).SetUpStep }));
/** Few sessions ask for these. */
const ConfirmStep = lazy(async () => ({ default: (await import('./confirm-step.tsx')).ConfirmStep }));
const LocationStep = lazy(async () => ({ default: (await import('./location-step.tsx')).LocationStep }));
const SelfieStep = lazy(async () => ({ default: (await import('./selfie-step.tsx')).SelfieStep }));

interface Props {
  marking: Marking;
  ticket: string;
  course: { _id: string; name: string };
  /** The security page, with the way back. */
  security: string;
  /** Everything is there for the mark, which the student asked for by the same press. */
  onReady: () => void;
  /** Something of the profile has changed here. */
  onSetUp: (changed: Partial<StudentProfile>) => void;
}

/** The one card that asks for something now. */
export const MarkingCard = ({ marking, ticket, course, security, onReady, onSetUp }: Props) => {
  const { t } = useTranslation('attendance');
  const { name } = useIdentity().user;
  const { flow, step, steps, needs, tell, mark } = marking;
  // A passkey takes a press of its own: browsers ask for finger or face only right after one.
  const knowsPin = !needs.pin || needs.newPin || flow.pin !== undefined;
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
  if (flow.attempt.state === 'unconfirmed')
    return (
      <Suspense fallback={<Spinner />}>
        <ConfirmStep onConfirm={() => void mark()} />
      </Suspense>
    );
  const refusal = flow.retryStep?.step === step ? flow.retryStep.refusal : undefined;
  switch (step) {
    case 'set-up':
      return (
        <Suspense fallback={<Spinner />}>
          <SetUpStep
            needs={needs}
            security={security}
            isLast={marksNext}
            onAsk={() => void mark()}
            onDone={(changed, pin) => {
              onSetUp(changed);
              if (pin !== undefined) tell({ type: 'pin-entered', pin });
              if (marksNext) onReady();
            }}
          />
        </Suspense>
      );
    case 'location':
      return (
        <Suspense fallback={<Spinner />}>
          <LocationStep ticket={ticket} refusal={refusal} tell={tell} />
        </Suspense>
      );
    case 'selfie':
      return (
        <Suspense fallback={<Spinner />}>
          <SelfieStep ticket={ticket} refusal={refusal} tell={tell} />
        </Suspense>
      );
    case 'mark':
      return (
        <MarkStep
          why={t('mark.greeting', { name, course: course.name })}
          asksPin={needs.pin && flow.pin === undefined}
          refusal={flow.retryStep?.step === 'pin' ? flow.retryStep.refusal : undefined}
          asksPasskey={needs.passkey}
          withoutSelfie={flow.withoutSelfie}
          onMark={(pin) => void mark(pin)}
        />
      );
  }
};

const Failed = ({ marking, security }: { marking: Marking; security: string }) => {
  const { t } = useTranslation('attendance');
  const { reload } = useIdentity();
  const { attempt } = marking.flow;
  if (attempt.state !== 'failed') return null;
  const { message, code } = attempt.refusal;
  const actions = {
    retry: { label: t('error.retry'), onPress: () => void marking.mark() },
    confirmation: {
      label: t('error.retry'),
      onPress: () => {
        // What the teacher has confirmed meanwhile is asked for no more.
        void reload();
        void marking.mark();
      },
    },
    scan: { label: t('error.scan'), to: links.scan },
    security: { label: t('error.security'), to: security },
    enroll: { label: t('error.enroll'), to: links.enroll },
  };
  // What the teacher asks for can't be switched off in the settings.
  if (code === 'passkey_unsupported' && marking.needs.passkeyByTeacher)
    return <ErrorCard message={message} hint={t('error.noPasskeyHere')} action={actions.retry} />;
  return <ErrorCard message={message} hint={hintFor(code, t)} action={actions[attempt.recovery]} />;
};
