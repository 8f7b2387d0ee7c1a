import { useEffect, useEffectEvent, useRef, type FocusEvent, type PointerEvent, type RefObject } from 'react';

interface InteractionHandlers {
  onEnter: () => void;
  onLeave: () => void;
}

export const useInteraction = (
  element: RefObject<HTMLElement | null>,
  { onEnter, onLeave }: InteractionHandlers,
) => {
  const inside = useRef({ pointer: false, focus: false });
  const change = (part: 'pointer' | 'focus', isInside: boolean) => {
    if (inside.current[part] === isInside) return;
    inside.current[part] = isInside;
    if (inside.current.pointer || inside.current.focus) onEnter();
    else onLeave();
  };
  const leaveByTouch = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && !element.current?.contains(target)) change('pointer', false);
  });
  useEffect(() => {
    document.addEventListener('pointerdown', leaveByTouch);
    return () => document.removeEventListener('pointerdown', leaveByTouch);
  }, []);
  return {
    onPointerEnter: () => change('pointer', true),
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') change('pointer', false);
    },
    onFocus: () => change('focus', true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) change('focus', false);
    },
  };
};
