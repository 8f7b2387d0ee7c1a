export { remoteConfig, shellConfig, type Mode } from './config.ts';
