import { useStudentProfile } from '@qr-attendance/web-kit';
import { useState } from 'react';
import type { FlowEvent, Refusal } from '../flow.ts';
import { SelfieCamera } from './selfie-camera.tsx';
import { SelfieConsent } from './selfie-consent.tsx';
import { SelfiePreview } from './selfie-preview.tsx';

interface Props {
  /** Why it is asked again. */
  redo: Refusal | undefined;
  tell: (event: FlowEvent) => void;
}

/** The camera is on only once the student has agreed, and only until the picture is taken. */
export const SelfieStep = ({ redo, tell }: Props) => {
  const { selfieConsentAt } = useStudentProfile();
  // Withdrawn meanwhile, on another device.
  const withdrawn = redo?.code === 'selfie_consent_missing';
  const [agreed, setAgreed] = useState(selfieConsentAt !== null && !withdrawn);
  const [selfie, setSelfie] = useState<string>();
  const waive = () => tell({ type: 'selfie-waived' });
  if (!agreed) return <SelfieConsent onAgreed={() => setAgreed(true)} onWaive={waive} />;
  if (selfie === undefined)
    return <SelfieCamera redo={withdrawn ? undefined : redo?.message} onTaken={setSelfie} onWaive={waive} />;
  return (
    <SelfiePreview
      selfie={selfie}
      onRetake={() => setSelfie(undefined)}
      onContinue={() => tell({ type: 'selfie-taken', selfie })}
    />
  );
};
