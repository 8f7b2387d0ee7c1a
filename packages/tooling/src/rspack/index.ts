export { remoteConfig, shellConfig, type Mode } from './config.ts';
export { antdComponents, sharedByRemotes } from './shared-modules.ts';
