export { remoteConfig, shellConfig } from './config.ts';
export { antdComponents, sharedByRemotes, sharedByShell } from './shared-modules.ts';
