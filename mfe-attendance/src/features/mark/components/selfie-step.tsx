import { useState } from 'react';
import type { FlowEvent } from '../flow.ts';
import { SelfieCamera } from './selfie-camera.tsx';
import { SelfiePreview } from './selfie-preview.tsx';

interface Props {
  /** Why it is asked again. */
  redo: string | undefined;
  tell: (event: FlowEvent) => void;
}

/** The camera is on only until the picture is taken. */
export const SelfieStep = ({ redo, tell }: Props) => {
  const [selfie, setSelfie] = useState<string>();
  if (selfie === undefined) return <SelfieCamera redo={redo} onTaken={setSelfie} />;
  return (
    <SelfiePreview
      selfie={selfie}
      onRetake={() => setSelfie(undefined)}
      onContinue={() => tell({ type: 'selfie-taken', selfie })}
    />
  );
};
