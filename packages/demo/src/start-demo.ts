import type { System } from '@qr-attendance/stack';
import { fillDemoCampus, type ReportPart } from './fill-demo-campus.ts';
import {
  openIdentityProvider,
  retireIdentityProvider,
  type ProviderPlace,
} from './identity-provider/open-identity-provider.ts';
import { PROVIDER_NAME } from './identity-provider/settings.ts';

/**
 * Fills the system and starts the demo's identity provider.
 * @throws StartError for a system with other people, courses or sessions
 */
export const startDemo = async (
  system: System,
  { report, ...place }: ProviderPlace & { report: ReportPart },
): Promise<{ text: string; stop: () => Promise<void> }> => {
  const signIns = await fillDemoCampus(system, report);
  report('identity provider');
  try {
    const stop = await openIdentityProvider(system, place);
    const everybody = place.lan ? ' Everybody in this network can sign in as these people.' : '';
    const text = `${signIns}\nOr press “Sign in with ${PROVIDER_NAME}”, which asks for no password.${everybody}`;
    return { text, stop };
  } catch (error) {
    await retireIdentityProvider(system).catch(() => undefined);
    const why = error instanceof Error ? error.message : String(error);
    return {
      text: `${signIns}\nWithout “Sign in with ${PROVIDER_NAME}”: ${why}`,
      stop: async () => undefined,
    };
  }
};
