import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { cameraFailureOf, type CameraFailure } from './camera-failure.ts';
import { openScanner, type Torch } from './open-scanner.ts';

interface Handlers {
  onScan: (text: string) => void;
  onFailure: (failure: CameraFailure) => void;
}

/** Keeps the camera open in the element of `ref` while the component is on the page. */
export const useScanner = (handlers: Handlers) => {
  const ref = useRef<HTMLDivElement>(null);
  const [ready, setReady] = useState(false);
  const [torch, setTorch] = useState<Torch>();
  const onScan = useEffectEvent(handlers.onScan);
  const onFailure = useEffectEvent(handlers.onFailure);

  // A layout effect, because it ends before React takes the element off the page.
  useLayoutEffect(() => {
    const parent = ref.current;
    if (!parent) return undefined;
    let left = false;
    const scanner = openScanner(parent, (text) => onScan(text));
    scanner.opened.then(
      (opened) => {
        if (left) return;
        setReady(true);
        setTorch(opened.torch);
      },
      (error: unknown) => {
        if (!left) onFailure(cameraFailureOf(error));
      },
    );
    return () => {
      left = true;
      void scanner.close();
    };
  }, []);

  return { ref, ready, torch };
};
