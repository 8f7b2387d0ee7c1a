/** A setting is missing or invalid; `message` names every such variable in one sentence. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
