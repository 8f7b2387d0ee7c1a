import { routes, type AnswerOf, type SecondFactorActivation } from '@qr-attendance/contracts';
import { Button } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../identity/identity-context.ts';
import { FormCard } from '../pages/form-card.tsx';
import type { StepProps } from './answer-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Setup } from './setup.tsx';

/** The institution requires a second factor of a person who has none. */
export const SetupStep = ({ challenge, onSignedIn, onDone, onBack }: StepProps) => {
  const { t } = useTranslation('secondFactor');
  const { api, storeSignIn } = useIdentityState();
  const [signedIn, setSignedIn] = useState<AnswerOf<typeof routes.auth.activateSecondFactorAtSignIn>>();
  const activate = async (body: SecondFactorActivation) => {
    const answer = await storeSignIn(() => api.call(routes.auth.activateSecondFactorAtSignIn, { body }));
    setSignedIn(answer);
    void onSignedIn();
    return answer;
  };
  if (signedIn)
    return (
      <FormCard title={t('recovery.title')} other={undefined}>
        <RecoveryCodes
          codes={signedIn.recoveryCodes}
          email={signedIn.user.email}
          onDone={() => onDone(signedIn.user)}
        />
      </FormCard>
    );
  return (
    <FormCard title={t('setup.title')} other={undefined}>
      <p className="flush below">{t('setup.required')}</p>
      <Setup
        hasPasskey={challenge.hasPasskey}
        startApp={() => api.call(routes.auth.startSecondFactorAtSignIn, {})}
        startPasskey={() => api.call(routes.auth.startPasskeySetupAtSignIn, {})}
        requestPasskey={() => api.call(routes.auth.startPasskeyAtSignIn, {})}
        activate={activate}
        onExpired={onBack}
      />
      <div className="second-factor-others">
        <Button type="text" onClick={() => onBack()}>
          {t('signIn.back')}
        </Button>
      </div>
    </FormCard>
  );
};
