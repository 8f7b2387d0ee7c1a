export { remoteConfig, shellConfig } from './config.ts';
export { antdComponents, sharedByRemotes } from './shared-modules.ts';
