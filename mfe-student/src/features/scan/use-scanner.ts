import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { CameraFailure } from './camera-failure.ts';
import { openScanner, type Scanner } from './open-scanner.ts';

interface Options {
  cameraId: string | undefined;
  onValue: (value: string, at: number) => 'more' | undefined;
  onFailure: (failure: CameraFailure) => void;
}

/** A layout effect, because only its cleanup runs before React removes the element from the document. */
export const useScanner = (options: Options) => {
  const host = useRef<HTMLDivElement>(null);
  const [scanner, setScanner] = useState<Scanner>();
  const [cameraId] = useState(options.cameraId);
  const onValue = useEffectEvent(options.onValue);
  const onFailure = useEffectEvent(options.onFailure);
  useLayoutEffect(() => {
    if (!host.current) return;
    const events = {
      onReady: setScanner,
      onValue: (value: string, at: number) => onValue(value, at),
      onFailure: (failure: CameraFailure) => onFailure(failure),
    };
    return openScanner(host.current, events, cameraId);
  }, [cameraId]);
  return { host, scanner };
};
