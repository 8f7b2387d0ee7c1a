import { useStudentProfile } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useSelfiePrompt } from '../selfie-api.ts';
import type { FlowEvent, Refusal } from '../flow.ts';
import { SelfieCamera } from './selfie-camera.tsx';
import { SelfieConsent } from './selfie-consent.tsx';
import { SelfiePreview } from './selfie-preview.tsx';

interface Props {
  ticket: string;
  refusal: Refusal | undefined;
  dispatch: (event: FlowEvent) => void;
}

/** The camera runs only between the student's consent and the picture. */
export const SelfieStep = ({ ticket, refusal, dispatch }: Props) => {
  const { selfieConsentAt } = useStudentProfile();
  const withdrawn = refusal?.code === 'selfie_consent_missing';
  const [agreed, setAgreed] = useState(selfieConsentAt !== null && !withdrawn);
  const [pictures, setPictures] = useState<string[]>([]);
  const { data: prompt } = useSelfiePrompt(ticket, agreed);
  const waive = () => dispatch({ type: 'selfie-waived' });
  if (!agreed) return <SelfieConsent onAgreed={() => setAgreed(true)} onWaive={waive} />;
  const [selfie, afterPrompt] = pictures;
  if (selfie === undefined || (prompt !== null && afterPrompt === undefined))
    return (
      <SelfieCamera
        refusal={withdrawn ? undefined : refusal?.message}
        prompt={selfie === undefined ? 'straight' : (prompt ?? undefined)}
        onTaken={(picture) => setPictures([...pictures, picture])}
        onWaive={waive}
      />
    );
  return (
    <SelfiePreview
      pictures={pictures}
      onRetake={() => setPictures([])}
      onContinue={() => dispatch({ type: 'selfie-taken', selfie, afterPrompt })}
    />
  );
};
