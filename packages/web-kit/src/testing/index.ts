export * from './render-remote.tsx';
