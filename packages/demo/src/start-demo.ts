import type { System } from '@qr-attendance/stack';
import { fillDemoCampus, type ReportPart } from './fill-demo-campus.ts';
import { PROVIDER_NAME } from './identity-provider/names.ts';
import { openIdentityProvider, type ProviderPlace } from './identity-provider/open-identity-provider.ts';

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
  const stop = await openIdentityProvider(system, place);
  return { text: `${signIns}\nOr press “Sign in with ${PROVIDER_NAME}”, which asks for no password.`, stop };
};
