import type { User } from '@qr-attendance/contracts';
import { LoadingState } from '@qr-attendance/ui-kit';
import { retryableLazy } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { returnPath } from '../guards/return-path.ts';
import { useIdentityState } from '../identity/identity-context.ts';
import type { Challenge } from './challenge.ts';
import { AnswerStep, type StepProps } from './answer-step.tsx';

const SetupStep = retryableLazy<StepProps>(
  async () => (await import('./setup-chunk.ts')).SetupStep,
  <section className="form-card">
    <LoadingState />
  </section>,
);

interface Props {
  challenge: Challenge;
  onBack: StepProps['onBack'];
}

/** Replaces the password in the card of the sign-in page. */
export const SignInStep = (props: Props) => {
  const { state } = useIdentityState();
  // The step needs to know who was signed in before.
  return state.status === 'checking' ? <LoadingState /> : <Step {...props} />;
};

const Step = ({ challenge, onBack }: Props) => {
  const { state, reload } = useIdentityState();
  const location = useLocation();
  const navigate = useNavigate();
  const userId = state.status === 'signed-in' ? state.user._id : undefined;
  // Somebody else may still be signed in in this browser, when a link for this person is opened.
  const [earlierUserId] = useState(userId);
  const [hasSignedIn, setSignedIn] = useState(false);
  const showUser = () => {
    setSignedIn(true);
    return reload();
  };
  const leave = (user: User) => void navigate(returnPath(location.state, user), { replace: true });
  if (state.status === 'signed-in' && userId !== earlierUserId && !hasSignedIn)
    return <Navigate to={returnPath(location.state, state.user)} replace />;
  const Current = challenge.code === 'second_factor_required' ? AnswerStep : SetupStep;
  return <Current challenge={challenge} onSignedIn={showUser} onDone={leave} onBack={onBack} />;
};
