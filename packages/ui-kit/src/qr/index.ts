export * from './qr-path.ts';
export * from './qr-picture.tsx';
