import type { View } from '@qr-attendance/e2e/support/draw-frame';

export const VIEWS: [name: string, view: View][] = [
  ['4 pixels a module', { pixelsPerModule: 4 }],
  ['3 pixels', { pixelsPerModule: 3 }],
  ['2.5 pixels', { pixelsPerModule: 2.5 }],
  ['2 pixels', { pixelsPerModule: 2 }],
  ['1.6 pixels', { pixelsPerModule: 1.6 }],
  ['3 pixels, from 45° aside', { pixelsPerModule: 3, sideways: 45 }],
  ['3 pixels, blurred', { pixelsPerModule: 3, blur: 1.4 }],
  ['3 pixels, noise of a dark hall', { pixelsPerModule: 3, noise: 40 }],
  ['3 pixels, washed-out projector', { pixelsPerModule: 3, dark: 170, light: 225, noise: 8 }],
  ['3 pixels, moved by 5 pixels', { pixelsPerModule: 3, motion: 5 }],
];
