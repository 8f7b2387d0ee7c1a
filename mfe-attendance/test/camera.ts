import { expect } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';

/** Replaces the camera, which jsdom lacks, and counts open streams. */
export const fakeCamera = (answers: (() => Promise<void>)[] = []) => {
  const lit = new Set<object>();
  const getUserMedia = async () => {
    await answers.shift()?.();
    const track = { stop: () => lit.delete(track), addEventListener: () => {} };
    lit.add(track);
    return { getTracks: () => [track] };
  };
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  return { lit };
};
export const noCamera = () =>
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined });

export const showPicture = async () => {
  const video = await screen.findByLabelText<HTMLVideoElement>('Camera picture');
  await waitFor(() => expect(video.srcObject).toBeTruthy());
  fireEvent.loadedData(video);
};

export const PICTURE = 'data:image/jpeg;base64,/9j/4AAQ';

export const fakeCanvas = () => {
  const canvas = HTMLCanvasElement.prototype;
  Object.assign(canvas, { getContext: () => ({ drawImage: () => {} }), toDataURL: () => PICTURE });
};
